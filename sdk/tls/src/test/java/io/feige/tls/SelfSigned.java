package io.feige.tls;

import io.feige.certificates.IssuedCertificate;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate that nobody but itself vouches for. */
final class SelfSigned {
  private SelfSigned() {}

  static IssuedCertificate certificate(String name, String address) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    X500Name itself = new X500Name("CN=" + name);
    Instant now = Instant.now();
    var builder =
        new JcaX509v3CertificateBuilder(
            itself,
            BigInteger.TWO,
            Date.from(now.minus(Duration.ofHours(1))),
            Date.from(now.plus(Duration.ofDays(1))),
            itself,
            keys.getPublic());
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.iPAddress, address)));
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
    return new IssuedCertificate(
        new JcaX509CertificateConverter().getCertificate(builder.build(signer)), keys.getPrivate());
  }
}
