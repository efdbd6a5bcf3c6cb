package io.feige.broker.server.net;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Looks names up on a thread of its own for each look-up, because the system's resolver may block
 * for seconds and the loop that dials serves clients too. Whoever dials has one attempt under way
 * at a time, so there are as few threads. Any thread.
 */
final class OffLoopNames extends AddressResolverGroup<InetSocketAddress> {
  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
    return new InetSocketAddressResolver(executor, new Names(executor));
  }

  private static final class Names extends InetNameResolver {
    Names(EventExecutor executor) {
      super(executor);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
      InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
      if (literal != null) {
        promise.setSuccess(literal);
      } else {
        var _ = lookUp(() -> settle(promise, () -> InetAddress.getByName(host)));
      }
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
      var _ = lookUp(() -> settle(promise, () -> List.of(InetAddress.getAllByName(host))));
    }

    private interface LookUp<T> {
      T run() throws UnknownHostException;
    }

    private static Thread lookUp(Runnable task) {
      return Thread.ofPlatform().daemon().name("feige-names").start(task);
    }

    private static <T> void settle(Promise<T> promise, LookUp<T> lookUp) {
      try {
        promise.trySuccess(lookUp.run());
      } catch (UnknownHostException | RuntimeException | Error e) {
        promise.tryFailure(e);
      }
    }
  }
}
