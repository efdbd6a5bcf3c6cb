package io.feige.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority of one cluster. Keys are of the curve P-256; certificates follow RFC
 * 5280. Any thread.
 */
public final class CertificateAuthority {
  private static final int SERIAL_BITS = 127;
  private static final String SIGNATURE = "SHA256withECDSA";

  private final IssuedCertificate own;
  private final SecureRandom random = new SecureRandom();

  private CertificateAuthority(IssuedCertificate own) {
    this.own = own;
  }

  /** A new authority, which vouches for itself. */
  public static CertificateAuthority create(String name, Duration validFor) {
    CertificateRequest request = CertificateRequest.of(name, List.of(), validFor);
    try {
      KeyPair keys = newKeys();
      X509v3CertificateBuilder builder =
          builder(request, request.notAfter(), null, keys.getPublic(), new SecureRandom());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new CertificateAuthority(
          new IssuedCertificate(signed(builder, keys.getPrivate()), keys.getPrivate()));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("the Java platform makes no P-256 certificates", e);
    }
  }

  /**
   * An authority that was stored.
   *
   * @param certificatePem what {@link IssuedCertificate#certificatePem} gave
   * @param keyPem what {@link IssuedCertificate#keyPem} gave
   * @throws IllegalArgumentException with a sentence, if the two are no authority
   */
  public static CertificateAuthority read(String certificatePem, String keyPem) {
    try {
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(
                      new ByteArrayInputStream(
                          certificatePem.getBytes(StandardCharsets.ISO_8859_1)));
      if (certificate.getBasicConstraints() < 0) {
        throw new IllegalArgumentException("the certificate is not one of an authority");
      }
      PEMParser parser = new PEMParser(new StringReader(keyPem));
      if (!(parser.readObject() instanceof PrivateKeyInfo key)) {
        throw new IllegalArgumentException("the key is not in PKCS #8, or is encrypted");
      }
      return new CertificateAuthority(
          new IssuedCertificate(certificate, new JcaPEMKeyConverter().getPrivateKey(key)));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("the files are damaged: " + e.getMessage(), e);
    }
  }

  /** What others need in order to trust this authority, and the key that only it may have. */
  public IssuedCertificate own() {
    return own;
  }

  /**
   * A certificate for a new key. One with hosts is for servers, which also dial. It ends with its
   * authority at the latest: beyond that nobody would trust it.
   *
   * @throws IllegalArgumentException with a sentence, if the authority has expired
   */
  public IssuedCertificate issue(CertificateRequest request) {
    Instant last = own.certificate().getNotAfter().toInstant();
    if (!last.isAfter(Instant.now())) {
      throw new IllegalArgumentException(
          "the authority expired at " + last + ", so nobody would trust what it issues");
    }
    Instant end = request.notAfter().isBefore(last) ? request.notAfter() : last;
    try {
      KeyPair keys = newKeys();
      X509v3CertificateBuilder builder =
          builder(request, end, own.certificate(), keys.getPublic(), random);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      boolean isServer = !request.hosts().isEmpty();
      builder.addExtension(Extension.extendedKeyUsage, false, purposes(isServer));
      if (isServer) {
        builder.addExtension(Extension.subjectAlternativeName, false, names(request.hosts()));
      }
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(own.certificate()));
      return new IssuedCertificate(signed(builder, own.key()), keys.getPrivate());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("the authority's key does not sign", e);
    }
  }

  private static X509v3CertificateBuilder builder(
      CertificateRequest request,
      Instant end,
      @Nullable X509Certificate issuer,
      PublicKey key,
      SecureRandom random)
      throws GeneralSecurityException, IOException {
    var name = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, request.name()).build();
    var issuerName =
        issuer == null ? name : X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuerName,
            new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
            Date.from(request.notBefore()),
            Date.from(end),
            name,
            key);
    return builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
  }

  private static ExtendedKeyUsage purposes(boolean isServer) {
    return isServer
        ? new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth})
        : new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth);
  }

  private static GeneralNames names(List<String> hosts) {
    return new GeneralNames(
        hosts.stream()
            .map(host ->
                new GeneralName(
                    isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
            .toArray(GeneralName[]::new));
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("\\d{1,3}(\\.\\d{1,3}){3}");
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
