package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HostPortTest {
  @Test
  void readsNamesAndAddressesWithAndWithoutPort() {
    assertThat(HostPort.parse("mq.example", 7700)).isEqualTo(new HostPort("mq.example", 7700));
    assertThat(HostPort.parse("10.0.0.1:7", 7700)).isEqualTo(new HostPort("10.0.0.1", 7));
    assertThat(HostPort.parse("[::1]", 7700)).isEqualTo(new HostPort("::1", 7700));
    assertThat(HostPort.parse("[::1]:7", 7700)).isEqualTo(new HostPort("::1", 7));
    assertThat(new HostPort("::1", 7)).hasToString("[::1]:7");
  }
}
