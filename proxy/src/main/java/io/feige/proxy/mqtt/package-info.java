/** MQTT 3.1.1 and 5: sessions are mailboxes, topics are channels. */
@NullMarked
package io.feige.proxy.mqtt;

import org.jspecify.annotations.NullMarked;
