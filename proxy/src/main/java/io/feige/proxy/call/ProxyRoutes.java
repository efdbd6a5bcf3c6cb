package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.call.Router.Call;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.caller.Callers;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What a proxy answers over HTTP. */
public final class ProxyRoutes {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private ProxyRoutes() {}

  /**
   * For clients.
   *
   * @param isStopping whether clients are to go elsewhere
   */
  public static Router forClients(Callers callers, BooleanSupplier isStopping) {
    PublishCalls publish = new PublishCalls(callers);
    PullCalls pull = new PullCalls(callers);
    SettleCalls settle = new SettleCalls(callers);
    ReadCalls read = new ReadCalls(callers);
    return new Router(
        List.of(
            new Route("POST", "/v1/topics/{topic}/messages", publish::publish),
            new Route("GET", "/v1/topics/{topic}/messages", read::messages),
            new Route("GET", "/v1/topics/{topic}/stream", read::stream),
            new Route("GET", "/v1/topics/{topic}/groups/{group}", pull::describe),
            new Route("POST", "/v1/topics/{topic}/groups/{group}/pull", pull::pull),
            new Route("POST", "/v1/topics/{topic}/groups/{group}/settle", settle::settle),
            new Route("GET", "/openapi.yaml", _ -> Pages.DESCRIPTION),
            live(),
            ready(isStopping)));
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
