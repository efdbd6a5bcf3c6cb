/**
 * The Feige client.
 *
 * <pre>{@code
 * try (FeigeClient feige = FeigeClient.builder().servers("localhost:7700").build()) {
 *   Producer orders = feige.producer("orders").build();
 *   Receipt receipt = orders.publish(Message.of("customer-7", body)); // durable when this returns
 *   orders.publishAsync(Message.of("customer-8", body))               // never blocks
 *       .whenComplete((done, failure) -> log(done, failure));
 *
 *   Consumer billing = feige.consumer("orders").group("billing").build();
 *   for (Delivery delivery : billing.pull(100, Duration.ofSeconds(5))) {
 *     handle(delivery);
 *     delivery.ack(); // final when this returns
 *   }
 *
 *   Listening mail = feige.consumer("orders").group("mail").concurrency(8).listen(delivery -> {
 *     send(delivery);
 *     return Verdict.ack();
 *   });
 * }
 * }</pre>
 *
 * <p>Failures are {@link io.feige.client.FeigeException}s: {@link io.feige.client.RefusedException}
 * (correct the call), {@link io.feige.client.TemporaryException} (repeat it later), {@link
 * io.feige.client.OutcomeUnknownException} (find out). The package {@code io.feige.client.testing}
 * has a broker in memory for unit tests. Packages under {@code io.feige.client.internal} are not
 * for use.
 */
@NullMarked
package io.feige.client;

import org.jspecify.annotations.NullMarked;
