package io.feige.protocol.scram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScramTest {
  private static final String PASSWORD = "pencil";
  private static final Secret SALT =
      Secret.of(Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ=="));
  private static final ScramKeys KEYS = ScramKeys.of(PASSWORD, SALT, 4_096);

  /** The exchange of RFC 7677, section 3. */
  @Test
  void speaksAsTheStandardDoes() {
    ScramClient client = new ScramClient("user", "rOprNGfwEbeRWgbNEkqO");
    assertThat(text(client.first())).isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");

    ScramServer server = new ScramServer(client.first(), "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0");
    Secret challenge = server.challenge(SALT, 4_096);
    assertThat(server.user()).isEqualTo("user");
    assertThat(text(challenge))
        .isEqualTo(
            "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");

    client.challenged(challenge);
    Secret answer = client.answer(client.salted(PASSWORD));
    assertThat(text(answer))
        .isEqualTo(
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");

    Secret proof = server.proof(answer, List.of(KEYS)).orElseThrow();
    assertThat(text(proof)).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    client.checkServer(proof);
  }

  @Test
  void ofTwoPasswordsEachIsGood() {
    ScramKeys second = ScramKeys.of("another one", SALT, 4_096);

    assertThat(exchange(PASSWORD, List.of(KEYS, second))).isPresent();
    assertThat(exchange("another one", List.of(KEYS, second))).isPresent();
    assertThat(exchange("a third", List.of(KEYS, second))).isEmpty();
    assertThat(exchange(PASSWORD, List.of())).isEmpty();
  }

  @Test
  void thePasswordMayBeTypedInAnyFormOfItsCharacters() {
    ScramKeys composed = ScramKeys.of("Gr\u00fc\u00dfe, \u98de\u9e3d", SALT, 4_096);

    assertThat(exchange("Gru\u0308\u00dfe, \u98de\u9e3d", List.of(composed))).isPresent();
  }

  @Test
  void aServerThatDoesNotKnowTheKeysIsFound() {
    ScramClient client = new ScramClient("user");
    ScramServer server = new ScramServer(client.first());
    client.challenged(server.challenge(SALT, 4_096));
    Secret answer = client.answer(client.salted(PASSWORD));
    ScramKeys withoutServerKey =
        new ScramKeys(SALT, 4_096, KEYS.storedKey(), Secret.of(new byte[32]));
    Secret proof = server.proof(answer, List.of(withoutServerKey)).orElseThrow();

    assertThatThrownBy(() -> client.checkServer(proof)).isInstanceOf(ScramException.class);
  }

  @Test
  void anAnswerIsOfNoUseForAnotherChallenge() {
    ScramClient client = new ScramClient("user");
    ScramServer server = new ScramServer(client.first());
    client.challenged(server.challenge(SALT, 4_096));
    Secret answer = client.answer(client.salted(PASSWORD));
    ScramServer other = new ScramServer(client.first());
    assertThat(other.challenge(SALT, 4_096)).isNotNull();

    assertThatThrownBy(() -> other.proof(answer, List.of(KEYS))).isInstanceOf(ScramException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n,,",
        "n,,n=,r=x",
        "n,,n=user",
        "n,,r=abc,n=user",
        "n,a=other,n=user,r=abc",
        "p=tls-unique,,n=user,r=abc",
        "n,,n=user,r=abc,x=1",
        "n,,m=1,n=user,r=abc"
      })
  void refusesWhatIsNoFirstMessage(String message) {
    assertThatThrownBy(() -> new ScramServer(Secret.of(message)))
        .isInstanceOf(ScramException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "r=NONCE,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "r=NONCEmore,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4095",
        "r=NONCEmore,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1000001",
        "r=NONCEmore,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=many",
        "r=NONCEmore,s=!,i=4096",
        "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
      })
  void refusesWhatIsNoChallenge(String message) {
    ScramClient client = new ScramClient("user", "NONCE");

    assertThatThrownBy(() -> client.challenged(Secret.of(message)))
        .isInstanceOf(ScramException.class);
  }

  private static Optional<Secret> exchange(String password, List<ScramKeys> keys) {
    ScramClient client = new ScramClient("user");
    ScramServer server = new ScramServer(client.first());
    client.challenged(server.challenge(SALT, 4_096));
    return server.proof(client.answer(client.salted(password)), keys);
  }

  private static String text(Secret secret) {
    return new String(secret.bytes(), StandardCharsets.UTF_8);
  }
}
