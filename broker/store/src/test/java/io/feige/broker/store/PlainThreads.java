package io.feige.broker.store;

/** Threads that nobody watches. */
final class PlainThreads implements Threads {
  @Override
  public Thread platform(String name, Runnable duty) {
    return Thread.ofPlatform().daemon().name(name).unstarted(duty);
  }

  @Override
  public Thread virtual(String name, Runnable duty) {
    return Thread.ofVirtual().name(name).unstarted(duty);
  }
}
