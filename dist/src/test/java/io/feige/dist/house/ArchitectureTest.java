package io.feige.dist.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may import whom: the table of docs/adr/0001-module-layout.md. */
class ArchitectureTest {
  private static final String PROTOCOL = "io.feige.protocol..";
  private static final String COMPRESSION = "io.feige.compression..";
  private static final String TLS = "io.feige.tls..";
  private static final String CERTIFICATES = "io.feige.certificates..";
  private static final String CLIENT = "io.feige.client..";
  private static final String CORE = "io.feige.broker.core..";
  private static final String DATABASE = "io.feige.database..";
  private static final String STORE = "io.feige.broker.store..";
  private static final String JOURNAL = "io.feige.broker.journal..";
  private static final String SERVER = "io.feige.broker.server..";
  private static final String CONFIG = "io.feige.config..";
  private static final String ACCESS = "io.feige.access..";
  private static final String ADMIN = "io.feige.admin..";
  private static final String DIST = "io.feige.dist..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.feige");

  @Test
  void protocolImportsNothingOfOurs() {
    refuse(
        PROTOCOL,
        COMPRESSION,
        TLS,
        CERTIFICATES,
        CLIENT,
        CORE,
        CONFIG,
        DATABASE,
        STORE,
        JOURNAL,
        SERVER,
        ADMIN,
        DIST);
  }

  @Test
  void compressionImportsOnlyProtocol() {
    refuse(
        COMPRESSION,
        TLS,
        CERTIFICATES,
        CLIENT,
        CORE,
        CONFIG,
        DATABASE,
        STORE,
        JOURNAL,
        SERVER,
        ADMIN,
        DIST);
  }

  @Test
  void tlsAndCertificatesImportNothingOfOurs() {
    refuse(TLS, PROTOCOL, COMPRESSION, CERTIFICATES, CLIENT, CORE, CONFIG);
    refuse(TLS, DATABASE, STORE, JOURNAL, SERVER, ADMIN, DIST);
    refuse(CERTIFICATES, PROTOCOL, COMPRESSION, TLS, CLIENT, CORE, CONFIG);
    refuse(CERTIFICATES, DATABASE, STORE, JOURNAL, SERVER, ADMIN, DIST);
  }

  @Test
  void clientImportsOnlyCompressionProtocolAndTls() {
    refuse(CLIENT, CERTIFICATES, CORE, CONFIG, DATABASE, STORE, JOURNAL, SERVER, ADMIN, DIST);
  }

  @Test
  void coreImportsOnlyProtocol() {
    refuse(
        CORE,
        COMPRESSION,
        TLS,
        CERTIFICATES,
        CLIENT,
        CONFIG,
        DATABASE,
        STORE,
        JOURNAL,
        SERVER,
        ADMIN,
        DIST);
  }

  @Test
  void accessImportsOnlyProtocol() {
    refuse(ACCESS, COMPRESSION, TLS, CERTIFICATES, CLIENT, CORE, CONFIG, DATABASE, STORE);
    refuse(ACCESS, JOURNAL, SERVER, ADMIN, DIST, "io.netty..");
  }

  @Test
  void onlyNodesAndAdminsImportAccess() {
    for (String other :
        new String[] {
          PROTOCOL,
          COMPRESSION,
          TLS,
          CERTIFICATES,
          CLIENT,
          CORE,
          DATABASE,
          STORE,
          JOURNAL,
          CONFIG,
          DIST
        }) {
      refuse(other, ACCESS);
    }
  }

  @Test
  void configImportsOnlyTls() {
    refuse(
        CONFIG,
        PROTOCOL,
        COMPRESSION,
        CERTIFICATES,
        CLIENT,
        CORE,
        DATABASE,
        STORE,
        JOURNAL,
        SERVER,
        ADMIN,
        DIST);
  }

  @Test
  void databaseImportsNothingOfOurs() {
    refuse(
        DATABASE,
        PROTOCOL,
        COMPRESSION,
        TLS,
        CERTIFICATES,
        CLIENT,
        CORE,
        CONFIG,
        STORE,
        JOURNAL,
        SERVER,
        ADMIN,
        DIST);
  }

  @Test
  void storeImportsOnlyCoreCompressionProtocolAndTls() {
    refuse(STORE, CERTIFICATES, CLIENT, CONFIG, DATABASE, JOURNAL, SERVER, ADMIN, DIST);
    refuse(STORE, "io.netty..");
  }

  @Test
  void journalImportsOnlyCoreAndProtocol() {
    refuse(JOURNAL, COMPRESSION, TLS, CERTIFICATES, CLIENT, CONFIG, DATABASE, STORE, ACCESS);
    refuse(JOURNAL, SERVER, ADMIN, DIST);
  }

  @Test
  void serverImportsOnlyJournalCoreStoreProtocolAccessConfigAndTls() {
    refuse(SERVER, CERTIFICATES, CLIENT, DATABASE, ADMIN, DIST);
  }

  @Test
  void adminImportsOnlyCoreStoreClientProtocolAccessConfigAndTls() {
    refuse(ADMIN, CERTIFICATES, DATABASE, JOURNAL, SERVER, DIST);
  }

  /** Admin reads the message store; nodes write it. */
  @Test
  void onlyAPackageOfAdminKnowsTheStore() {
    noClasses()
        .that()
        .resideInAPackage(ADMIN)
        .and()
        .resideOutsideOfPackages("io.feige.admin.stored..", "io.feige.admin.http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(STORE)
        .check(CLASSES);
    refuse("io.feige.admin..", "io.feige.broker.store.tail..", "com.zaxxer..", "org.flywaydb..");
  }

  @Test
  void coreTouchesNoFileSocketThreadOrClock() {
    refuse(
        CORE,
        "io.netty..",
        "org.slf4j..",
        "java.io..",
        "java.net..",
        "java.nio.channels..",
        "java.nio.file..",
        "java.time..",
        "java.util.concurrent..");
  }

  @Test
  void nothingUsesReflectionOrUnsafe() {
    refuse("io.feige..", "java.lang.reflect..", "sun.misc..", "jdk.internal..");
  }

  /** The builder is the one door from the public API into its engine, which implements that API. */
  @Test
  void packagesFormNoCycles() {
    slices()
        .matching("io.feige.(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(
            name("io.feige.client.FeigeClientBuilder"),
            resideInAPackage("io.feige.client.internal.."))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  private static void refuse(String from, String... to) {
    noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(to)
        .allowEmptyShould(true)
        .check(CLASSES);
  }
}
