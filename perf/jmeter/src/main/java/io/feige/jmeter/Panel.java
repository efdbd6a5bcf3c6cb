package io.feige.jmeter;

import java.beans.PropertyDescriptor;
import org.apache.jmeter.testbeans.BeanInfoSupport;
import org.apache.jmeter.testbeans.TestBean;

/**
 * What an element of a plan shows: its properties in groups. Names and help of all of them are in
 * the element's {@code Resources.properties}.
 */
abstract class Panel extends BeanInfoSupport {
  Panel(Class<? extends TestBean> element) {
    super(element);
  }

  final void group(String name, String... properties) {
    createPropertyGroup(name, properties);
  }

  /** Anything, with its default. */
  final PropertyDescriptor value(String name, Object standard) {
    PropertyDescriptor property = property(name);
    property.setValue(NOT_UNDEFINED, true);
    property.setValue(DEFAULT, standard);
    return property;
  }

  /** A text of several lines. */
  final void text(String name, String standard) {
    value(name, standard).setValue(MULTILINE, true);
  }

  /** One of several, or an expression that gives one. */
  final void choice(String name, String standard, String... choices) {
    PropertyDescriptor property = value(name, standard);
    property.setValue(TAGS, choices);
    property.setValue(NOT_OTHER, false);
  }
}
