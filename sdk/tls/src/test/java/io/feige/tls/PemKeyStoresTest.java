package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.certificates.CertificateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemKeyStoresTest {
  @TempDir Path dir;

  @Test
  void allAuthoritiesOfAPemFileAreInTheStore() throws Exception {
    String one = authority("one");
    String two = authority("two");
    KeyStore store = store();
    store.load(in("a comment\n" + one + two), null);

    assertThat(store.size()).isEqualTo(2);
    for (String alias : Collections.list(store.aliases())) {
      assertThat(store.isCertificateEntry(alias)).isTrue();
      assertThat(store.isKeyEntry(alias)).isFalse();
      assertThat(store.getCertificateAlias(store.getCertificate(alias))).isEqualTo(alias);
    }
    assertThat(store.getCertificate("2")).isNull();
    assertThatExceptionOfType(KeyStoreException.class).isThrownBy(() -> store.deleteEntry("0"));
  }

  @Test
  void whatIsNoPemFileIsRefused() throws Exception {
    KeyStore store = store();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> store.load(in("nothing"), null))
        .withMessageContaining("there is no certificate");
  }

  private static KeyStore store() throws Exception {
    PemKeyStores.install();
    PemKeyStores.install();
    return KeyStore.getInstance(PemKeyStores.TYPE, PemKeyStores.NAME);
  }

  private String authority(String name) throws IOException {
    CertificateFiles files = new CertificateFiles(dir.resolve(name));
    files.init(name, Duration.ofDays(9));
    return Files.readString(files.ca());
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }
}
