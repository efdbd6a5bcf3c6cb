package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.certificates.IssuedCertificate;
import io.feige.tls.TlsContext.Callers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.ImmediateExecutor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is let in and who is not, over real sockets, with the sentence that both sides read. */
@ParameterizedClass
@EnumSource(
    value = SslProvider.class,
    names = {"JDK", "OPENSSL"})
class TlsHandshakeIT {
  private static final Duration YEAR = Duration.ofDays(365);
  private static final String HOST = "127.0.0.1";

  @Parameter SslProvider engine = SslProvider.JDK;
  @TempDir Path dir;
  private CertificateFiles ours;
  private CertificateFiles foreign;

  @BeforeEach
  void authorities() throws Exception {
    ours = authority("ours");
    foreign = authority("foreign");
    issue(ours, "node-1", HOST, "localhost");
    issue(ours, "billing");
    issue(foreign, "node-1", HOST);
    issue(foreign, "billing");
  }

  @Test
  void whoTrustsTheAuthorityIsHeardOverTls13() throws Exception {
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MAY_SHOW);
        Meeting.Call call = meeting.open(trusting(ours), HOST)) {
      assertThat(call.say()).isEqualTo(Meeting.HEARD);
      assertThat(call.version()).isEqualTo("TLSv1.3");
      assertThat(meeting.atServer()).isEqualTo(Meeting.HEARD);
    }
  }

  @Test
  void aClientsCertificateIsKnownToTheServer() throws Exception {
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MUST_SHOW)) {
      assertThat(meeting.call(shown(ours, "billing", ours), HOST)).isEqualTo(Meeting.HEARD);
      assertThat(meeting.atServer()).isEqualTo("heard CN=billing");
    }
  }

  @Test
  void aForeignCertificateIsRefused() throws Exception {
    try (Meeting meeting = new Meeting(shown(foreign, "node-1", ours), Callers.MAY_SHOW)) {
      assertThat(meeting.call(trusting(ours), HOST))
          .isEqualTo(
              "its certificate (CN=node-1) is from CN=foreign CA, which is not among the"
                  + " authorities in "
                  + ours.ca());
      assertThat(meeting.atServer()).contains("does not accept the certificate");
    }
  }

  @Test
  void aSelfSignedCertificateIsRefused() throws Exception {
    IssuedCertificate own = SelfSigned.certificate("node-9", HOST);
    Path chain = Files.writeString(dir.resolve("own.pem"), own.certificatePem());
    Path key = Files.writeString(dir.resolve("own.key"), own.keyPem());
    TlsContext alone = load(TlsFiles.trusting(ours.ca()).showing(chain, key));
    try (Meeting meeting = new Meeting(alone, Callers.MAY_SHOW)) {
      assertThat(meeting.call(trusting(ours), HOST))
          .startsWith("its certificate (CN=node-9) is self-signed, and not among");
    }
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    Consumer<Channel> expired = withExpired(ours, "node-old", HOST);
    try (Meeting meeting = new Meeting(expired)) {
      assertThat(meeting.call(trusting(ours), HOST))
          .startsWith("its certificate (CN=node-old) expired at 20");
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws Exception {
    issue(ours, "node-2", "node-2.example.com", "10.9.8.7");
    try (Meeting meeting = new Meeting(shown(ours, "node-2", ours), Callers.MAY_SHOW)) {
      assertThat(meeting.call(trusting(ours), HOST))
          .isEqualTo(
              "its certificate (CN=node-2) is for node-2.example.com, 10.9.8.7, not for 127.0.0.1");
      assertThat(meeting.call(trusting(ours), "localhost")).endsWith("not for localhost");
    }
  }

  @Test
  void aClientWithoutACertificateIsRefusedWhereItMustShowOne() throws Exception {
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MUST_SHOW)) {
      assertThat(meeting.call(trusting(ours), HOST))
          .isEqualTo(
              "the other side does not accept the certificate that is shown here, or its absence"
                  + " (certificate_required); its log says why");
      assertThat(meeting.atServer())
          .isEqualTo("it shows no certificate of an authority that is trusted here, and must");
    }
  }

  @Test
  void aForeignClientIsNobody() throws Exception {
    TlsContext caller = shown(foreign, "billing", ours);
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MUST_SHOW)) {
      assertThat(meeting.call(caller, HOST)).contains("does not accept the certificate");
      assertThat(meeting.atServer()).contains("shows no certificate of an authority");
    }
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MAY_SHOW)) {
      assertThat(meeting.call(caller, HOST)).isEqualTo(Meeting.HEARD);
      assertThat(meeting.atServer()).isEqualTo(Meeting.HEARD);
    }
  }

  @Test
  void aForgedClientIsRefusedEvenWhereNoneMustShow() throws Exception {
    CertificateFiles forged = new CertificateFiles(dir.resolve("forged"));
    forged.init("ours CA", YEAR);
    issue(forged, "billing");
    for (Callers callers : List.of(Callers.MUST_SHOW, Callers.MAY_SHOW)) {
      try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), callers)) {
        assertThat(meeting.call(shown(forged, "billing", ours), HOST))
            .contains("does not accept the certificate");
        assertThat(meeting.atServer()).contains("its certificate (CN=billing) is ");
      }
    }
  }

  @Test
  void anExpiredClientIsRefused() throws Exception {
    SSLContext expired = Expired.context(ours, "billing-old");
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MAY_SHOW);
        Meeting.Call call = meeting.open(channel -> dial(channel, expired))) {
      assertThat(call.say()).isNotEqualTo(Meeting.HEARD);
      assertThat(meeting.atServer()).contains("its certificate (CN=billing-old) expired at");
    }
  }

  @Test
  void whoDoesNotSpeakTlsIsNotHeard() throws Exception {
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MAY_SHOW);
        Meeting.Call call = meeting.open(channel -> {})) {
      assertThat(call.say()).isNotEqualTo(Meeting.HEARD);
      assertThat(meeting.atServer()).isEqualTo("the other side does not speak TLS");
    }
    try (Meeting meeting = new Meeting(channel -> channel.pipeline().addFirst(new Plain()))) {
      assertThat(meeting.call(trusting(ours), HOST)).isEqualTo("the other side does not speak TLS");
    }
  }

  @Test
  void oldVersionsAndWeakSuitesAreRefused() throws Exception {
    try (Meeting meeting = new Meeting(shown(ours, "node-1", ours), Callers.MAY_SHOW)) {
      assertThat(meeting.open(channel -> restricted(channel, "TLSv1.1", "")).say())
          .isNotEqualTo(Meeting.HEARD);
      assertThat(
              meeting
                  .open(channel ->
                      restricted(channel, "TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"))
                  .say())
          .isNotEqualTo(Meeting.HEARD);
      assertThat(
              meeting
                  .open(channel ->
                      restricted(channel, "TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"))
                  .say())
          .isEqualTo(Meeting.HEARD);
    }
  }

  @Test
  void thePlatformsContextIsAsStrict() throws Exception {
    SSLEngine engine = shown(ours, "node-1", ours).platform().createSSLEngine();

    assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    assertThat(engine.getEnabledCipherSuites())
        .isNotEmpty()
        .allMatch(suite -> suite.contains("GCM") || suite.contains("CHACHA20"));
  }

  /** Answers in clear, whatever it is sent. */
  private static final class Plain extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ((ByteBuf) message).release();
      var unused =
          context.writeAndFlush(Unpooled.copiedBuffer("what do you want?", StandardCharsets.UTF_8));
    }
  }

  private CertificateFiles authority(String name) throws Exception {
    CertificateFiles files = new CertificateFiles(dir.resolve(name));
    files.init(name + " CA", YEAR);
    return files;
  }

  private static void issue(CertificateFiles files, String name, String... hosts) throws Exception {
    files.issue(CertificateRequest.of(name, List.of(hosts), YEAR), false);
  }

  private TlsContext trusting(CertificateFiles trusted) throws Exception {
    return load(TlsFiles.trusting(trusted.ca()));
  }

  private TlsContext load(TlsFiles files) throws Exception {
    return TlsContext.load(files, ImmediateExecutor.INSTANCE, engine);
  }

  private TlsContext shown(CertificateFiles from, String name, CertificateFiles trusted)
      throws Exception {
    return load(TlsFiles.trusting(trusted.ca()).showing(from.certificate(name), from.key(name)));
  }

  private static Consumer<Channel> withExpired(CertificateFiles from, String name, String host)
      throws Exception {
    SSLContext context = Expired.context(from, name, host);
    return channel -> {
      SSLEngine engine = context.createSSLEngine();
      engine.setUseClientMode(false);
      channel.pipeline().addFirst(new SslHandler(engine));
    };
  }

  private static void dial(Channel channel, SSLContext context) {
    SSLEngine engine = context.createSSLEngine(HOST, 1);
    engine.setUseClientMode(true);
    channel.pipeline().addFirst(new SslHandler(engine));
  }

  private static void restricted(Channel channel, String version, String suite) {
    try {
      SSLContext any = SSLContext.getInstance("TLS");
      any.init(null, new TrustManager[] {new Expired.TrustEverybody()}, null);
      SSLEngine engine = any.createSSLEngine(HOST, 1);
      engine.setUseClientMode(true);
      engine.setEnabledProtocols(new String[] {version});
      if (!suite.isEmpty()) {
        engine.setEnabledCipherSuites(new String[] {suite});
      }
      channel.pipeline().addFirst(new SslHandler(engine));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
