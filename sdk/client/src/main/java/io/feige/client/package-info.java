/**
 * The Feige client.
 *
 * <pre>{@code
 * try (var feige = FeigeClient.builder().admin("localhost:7700").build()) {
 *   var orders = feige.producer("orders").build();
 *   var receipt = orders.publish(Message.of("customer-7", body)); // durable when this returns
 *   var later = orders.publishAsync(message); // CompletableFuture<Receipt>, never blocks
 *   orders.publish(message.withIdempotencyKey("order-4711"));
 *   print(receipt, later.join());
 *
 *   var billing = feige.consumer("orders").group("billing").build();
 *   for (Delivery d : billing.pull(100, Duration.ofSeconds(5))) {
 *     handle(d);
 *     d.ack(); // final when this returns
 *   }
 *
 *   var mail = feige.consumer("orders").group("mail").listen(d -> {
 *     send(d);
 *     return Verdict.ack();
 *   });
 *   mail.await(); // it handles messages until it is closed
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
