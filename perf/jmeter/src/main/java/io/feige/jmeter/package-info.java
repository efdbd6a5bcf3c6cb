/**
 * Feige in JMeter: a connection, samplers that publish, pull and receive, and one that adds up what
 * was lost or came twice. JMeter makes a panel for each out of its {@code BeanInfo} and the texts
 * in its {@code Resources.properties}.
 */
@NullMarked
package io.feige.jmeter;

import org.jspecify.annotations.NullMarked;
