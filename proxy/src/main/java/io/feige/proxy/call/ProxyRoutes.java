package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Tunnel;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.call.Router.Call;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.caller.Callers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What a proxy answers over HTTP. */
public final class ProxyRoutes {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private ProxyRoutes() {}

  /**
   * For clients.
   *
   * @param socket begins a session over WebSocket
   * @param mqtt speaks MQTT over WebSocket; empty: that is off
   * @param hasSample whether there is the sample page
   * @param isStopping whether clients are to go elsewhere
   */
  public static Router forClients(
      Subscribers subscribers,
      Call socket,
      Optional<Tunnel> mqtt,
      boolean hasSample,
      BooleanSupplier isStopping) {
    Callers callers = subscribers.callers();
    PublishCalls publish = new PublishCalls(callers);
    PullCalls pull = new PullCalls(callers);
    SettleCalls settle = new SettleCalls(callers);
    ReadCalls read = new ReadCalls(subscribers);
    List<Route> all =
        new ArrayList<>(
            List.of(
                new Route("POST", "/v1/topics/{topic}/messages", publish::publish),
                new Route("GET", "/v1/topics/{topic}/messages", read::messages),
                new Route("GET", "/v1/topics/{topic}/stream", read::stream),
                new Route("GET", "/v1/topics/{topic}/listeners", read::listeners),
                new Route("GET", "/v1/topics/{topic}/groups/{group}", pull::describe),
                new Route("POST", "/v1/topics/{topic}/groups/{group}/pull", pull::pull),
                new Route("POST", "/v1/topics/{topic}/groups/{group}/settle", settle::settle),
                new Route("GET", "/v1/ws", socket),
                new Route("GET", "/openapi.yaml", _ -> Pages.DESCRIPTION),
                new Route("GET", "/feige.js", _ -> Pages.CLIENT),
                live(),
                ready(isStopping)));
    all.addAll(ofMailboxes(callers));
    all.addAll(new FlowCalls(callers).routes());
    mqtt.ifPresent(tunnel -> all.add(new Route("GET", "/mqtt", _ -> tunnel)));
    if (hasSample) {
      all.addAll(sample());
    }
    return new Router(all);
  }

  private static List<Route> ofMailboxes(Callers callers) {
    String all = "/v1/topics/{topic}/mailboxes";
    String one = all + "/{identity}";
    MailboxCalls boxes = new MailboxCalls(callers);
    MailCalls mail = new MailCalls(callers);
    ChannelCalls channels = new ChannelCalls(callers);
    return List.of(
        new Route("GET", all, boxes::list),
        new Route("GET", one, boxes::describe),
        new Route("DELETE", one, boxes::delete),
        new Route("GET", one + "/messages", mail::messages),
        new Route("POST", one + "/ack", mail::ack),
        new Route("GET", one + "/subscriptions", channels::subscriptions),
        new Route("POST", one + "/subscriptions", channels::change),
        new Route("GET", "/v1/topics/{topic}/subscribers", channels::subscribers));
  }

  private static List<Route> sample() {
    return List.of(
        new Route("GET", "/chat", _ -> Pages.CHAT),
        new Route("GET", "/chat.js", _ -> Pages.CHAT_SCRIPT),
        new Route("GET", "/chat.css", _ -> Pages.CHAT_STYLE));
  }

  /**
   * For those who look after the proxy.
   *
   * @param metrics in the format of Prometheus
   */
  public static Router forOperators(Supplier<byte[]> metrics, BooleanSupplier isStopping) {
    return new Router(
        List.of(
            new Route("GET", "/metrics", _ -> Answer.of(PROMETHEUS, metrics.get())),
            live(),
            ready(isStopping)));
  }

  private static Route live() {
    return new Route("GET", "/health/live", _ -> Answer.json(Map.of("status", "UP")));
  }

  private static Route ready(BooleanSupplier isStopping) {
    Call call =
        _ -> {
          if (isStopping.getAsBoolean()) {
            throw Problem.stopping();
          }
          return Answer.json(Map.of("status", "UP"));
        };
    return new Route("GET", "/health/ready", call);
  }
}
