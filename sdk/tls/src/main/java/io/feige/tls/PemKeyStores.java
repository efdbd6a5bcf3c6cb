package io.feige.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lets libraries that take their authorities as a Java key store read PEM files as they are: a
 * provider of the Java platform with one type of key store, which can be read and not written.
 */
public final class PemKeyStores extends Provider {
  /** The provider. */
  public static final String NAME = "FeigePem";

  /** The type of its key stores. */
  public static final String TYPE = "PEM";

  private static final long serialVersionUID = 1L;

  private PemKeyStores() {
    super(NAME, "1", "authorities from PEM files");
    putService(new PemService(this));
  }

  /** Makes it known to the Java platform. May be done several times, on any thread. */
  public static void install() {
    Security.addProvider(new PemKeyStores());
  }

  private static final class PemService extends Provider.Service {
    private PemService(Provider provider) {
      super(provider, "KeyStore", TYPE, Authorities.class.getName(), null, null);
    }

    @Override
    public Object newInstance(@Nullable Object parameter) {
      return new Authorities();
    }
  }

  /** What {@link java.security.KeyStore} asks. Entries are named by their place in the file. */
  private static final class Authorities extends KeyStoreSpi {
    private List<X509Certificate> certificates = List.of();

    @Override
    public void engineLoad(@Nullable InputStream in, char @Nullable [] password)
        throws IOException {
      if (in == null) {
        certificates = List.of();
        return;
      }
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      try {
        certificates = PemFile.of(Path.of("the PEM file"), text).certificates();
      } catch (TlsException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(
          IntStream.range(0, certificates.size()).mapToObj(Integer::toString).toList());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return engineGetCertificate(alias) != null;
    }

    @Override
    public int engineSize() {
      return certificates.size();
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return engineContainsAlias(alias);
    }

    @Override
    public @Nullable Certificate engineGetCertificate(String alias) {
      return Collections.list(engineAliases()).contains(alias)
          ? certificates.get(Integer.parseInt(alias))
          : null;
    }

    @Override
    public @Nullable String engineGetCertificateAlias(Certificate certificate) {
      int place = certificates.indexOf(certificate);
      return place < 0 ? null : Integer.toString(place);
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      return false;
    }

    @Override
    public @Nullable Key engineGetKey(String alias, char[] password) {
      return null;
    }

    @Override
    public Certificate @Nullable [] engineGetCertificateChain(String alias) {
      return null;
    }

    @Override
    public @Nullable Date engineGetCreationDate(String alias) {
      return null;
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
        throws KeyStoreException {
      throw readOnly();
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain)
        throws KeyStoreException {
      throw readOnly();
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate)
        throws KeyStoreException {
      throw readOnly();
    }

    @Override
    public void engineDeleteEntry(String alias) throws KeyStoreException {
      throw readOnly();
    }

    @Override
    public void engineStore(OutputStream out, char[] password) throws IOException {
      throw new IOException("it is read only");
    }

    private static KeyStoreException readOnly() {
      return new KeyStoreException("it is read only");
    }
  }
}
