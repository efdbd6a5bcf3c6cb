package io.feige.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** By which names a certificate calls its owner. */
public final class CertificateNames {
  // Kinds of alternative names, RFC 5280, section 4.2.1.6.
  private static final int DNS = 2;
  private static final int URI = 6;

  private CertificateNames() {}

  /** The common name, and alternative names that are host names or URIs. */
  public static Set<String> of(X509Certificate certificate) {
    Set<String> names = new LinkedHashSet<>();
    try {
      for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
        if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
          names.add(name);
        }
      }
      Collection<List<?>> others = certificate.getSubjectAlternativeNames();
      if (others != null) {
        for (List<?> other : others) {
          boolean isName = other.get(0).equals(DNS) || other.get(0).equals(URI);
          if (isName && other.get(1) instanceof String name) {
            names.add(name);
          }
        }
      }
    } catch (InvalidNameException | CertificateParsingException e) {
      // What cannot be read is nobody's name.
      return names;
    }
    return names;
  }
}
