package io.feige.dist.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may import whom: the table of docs/adr/0001-module-layout.md. */
class ArchitectureTest {
  /** The modules, by the name of their packages. */
  enum Module {
    PROTOCOL("protocol"),
    COMPRESSION("compression"),
    TLS("tls"),
    CERTIFICATES("certificates"),
    CLIENT("client"),
    CORE("broker.core"),
    ACCESS("access"),
    CONFIG("config"),
    DATABASE("database"),
    STORE("broker.store"),
    JOURNAL("broker.journal"),
    SERVER("broker.server"),
    ADMIN("admin"),
    PROXY("proxy"),
    DIST("dist");

    private final String packages;

    Module(String name) {
      this.packages = "io.feige." + name + "..";
    }

    private Set<Module> imported() {
      return switch (this) {
        case PROTOCOL, TLS, CERTIFICATES, DATABASE -> Set.of();
        case COMPRESSION, CORE, ACCESS -> Set.of(PROTOCOL);
        case CONFIG -> Set.of(TLS);
        case CLIENT -> Set.of(COMPRESSION, PROTOCOL, TLS);
        case STORE -> Set.of(COMPRESSION, CORE, PROTOCOL, TLS);
        case JOURNAL -> Set.of(CORE, PROTOCOL);
        case SERVER -> Set.of(ACCESS, COMPRESSION, CONFIG, CORE, JOURNAL, PROTOCOL, STORE, TLS);
        case ADMIN -> Set.of(ACCESS, CLIENT, COMPRESSION, CONFIG, CORE, PROTOCOL, STORE, TLS);
        case PROXY -> Set.of(ACCESS, CLIENT, CONFIG, PROTOCOL, TLS);
        case DIST -> EnumSet.complementOf(EnumSet.of(ACCESS));
      };
    }

    /** The packages of all modules that it may not import. */
    private String[] refused() {
      return Stream.of(values())
          .filter(other -> other != this && !imported().contains(other))
          .map(other -> other.packages)
          .toArray(String[]::new);
    }
  }

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.feige");

  @ParameterizedTest
  @EnumSource
  void aModuleImportsOnlyWhatTheTableSays(Module module) {
    refuse(module.packages, module.refused());
  }

  @Test
  void whoDecidesAndWhoStoresKnowsNoNetty() {
    refuse(Module.ACCESS.packages, "io.netty..");
    refuse(Module.STORE.packages, "io.netty..");
  }

  /** Admin reads the message store; nodes write it. */
  @Test
  void onlyAPackageOfAdminKnowsTheStore() {
    noClasses()
        .that()
        .resideInAPackage(Module.ADMIN.packages)
        .and()
        .resideOutsideOfPackages("io.feige.admin.stored..", "io.feige.admin.http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(Module.STORE.packages)
        .check(CLASSES);
    refuse("io.feige.admin..", "io.feige.broker.store.tail..", "com.zaxxer..", "org.flywaydb..");
  }

  @Test
  void coreTouchesNoFileSocketThreadOrClock() {
    refuse(
        Module.CORE.packages,
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
        .check(CLASSES);
  }
}
