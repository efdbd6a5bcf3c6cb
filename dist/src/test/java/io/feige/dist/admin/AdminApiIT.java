package io.feige.dist.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpServer;
import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Json;
import io.feige.dist.process.NodeProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The interface against answers that a real Admin gives only in trouble. */
class AdminApiIT {
  private static final String LEFT = "a-token_of-an-Admin_0123456789AB";

  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private int status = 200;
  private String body = "{}";

  AdminApiIT() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.createContext(
        "/",
        exchange -> {
          String sent =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + sent);
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private AdminApi api() {
    return new AdminApi(
        List.of("127.0.0.1:" + NodeProcess.freePort(), address()),
        Access.ofToken("a-token", Optional.empty()));
  }

  @Test
  void theFirstThatAnswersIsAskedWithTheToken() {
    body = "{\"done\":true,\"message\":\"handed over\"}";

    AdminApi.Answer answer = api().switchPair("pair-1");

    assertThat(answer).isEqualTo(new AdminApi.Answer(true, "handed over"));
    assertThat(asked).containsExactly("POST /api/v1/pairs/pair-1/switch Bearer a-token {}");
  }

  @Test
  void theTokenThatAnAdminOfThisMachineLeftIsFoundAndShown(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("http-" + server.getAddress().getPort() + ".token");
    Files.writeString(file, LEFT + "\n");
    wantsTokenOf(file);

    assertThatThrownBy(() -> nobody().status()).hasMessageContaining("NOT_AUTHENTICATED");
    assertThat(asked)
        .containsExactly("GET /api/v1/status null ", "GET /api/v1/status Bearer " + LEFT + " ");
  }

  /** Else whoever listens on some port of this machine could have it. */
  @ParameterizedTest
  @ValueSource(strings = {"http-1.token", "secret", "", "\u0000"})
  void whatAnotherAdminLeftIsShownToNobody(String name, @TempDir Path dir) throws IOException {
    Files.writeString(dir.resolve("http-1.token"), LEFT);
    Files.writeString(dir.resolve("secret"), LEFT);
    wantsTokenOf(dir + "/" + name);

    assertThatThrownBy(() -> nobody().status()).hasMessageContaining("NOT_AUTHENTICATED");
    assertThat(asked).containsExactly("GET /api/v1/status null ");
  }

  /** Whoever listens there could have this user read any file, and have what stands in it. */
  @ParameterizedTest
  @ValueSource(strings = {"a link", "a password", "two lines", "too long", "a directory"})
  void whatIsNoTokenOfAnAdminIsShownToNobody(String what, @TempDir Path dir) throws IOException {
    Path file = dir.resolve("http-" + server.getAddress().getPort() + ".token");
    switch (what) {
      case "a link" ->
          Files.createSymbolicLink(file, Files.writeString(dir.resolve("secret"), LEFT));
      case "a password" -> Files.writeString(file, "correct horse battery");
      case "two lines" -> Files.writeString(file, LEFT + "\n" + LEFT);
      case "too long" -> Files.writeString(file, "x".repeat(1 << 20));
      default -> Files.createDirectory(file);
    }
    wantsTokenOf(file);

    assertThatThrownBy(() -> nobody().status()).hasMessageContaining("NOT_AUTHENTICATED");
    assertThat(asked).containsExactly("GET /api/v1/status null ");
  }

  private void wantsTokenOf(Object file) {
    status = 401;
    body =
        Json.line(
            Map.of(
                "code",
                "NOT_AUTHENTICATED",
                "detail",
                "credentials are wanted here",
                "whatToDo",
                "Show them.",
                "tokenFile",
                file.toString()));
  }

  private AdminApi nobody() {
    return new AdminApi(List.of(address()), Access.PLAIN);
  }

  @Test
  void whatIsNotDoneIsAnAnswerAndNoFailure() {
    status = 409;
    body = "{\"status\":409,\"code\":\"NOT_DONE\",\"detail\":\"node-2 is not in sync\"}";

    assertThat(api().switchPair("pair-1").message()).isEqualTo("node-2 is not in sync");
  }

  @Test
  void aPromotionIsShownWithoutBeingDone() {
    body = "{\"done\":false,\"message\":\"may lack 7 bytes\"}";

    assertThat(api().mayBeMissing("pair-1", "node 2")).isEqualTo("may lack 7 bytes");
    api().promote("pair-1", "node-2");

    assertThat(asked.getFirst()).startsWith("GET /api/v1/pairs/pair-1/promote?node=node+2 ");
    assertThat(asked.getLast())
        .startsWith("POST /api/v1/pairs/pair-1/promote ")
        .endsWith("{\"node\":\"node-2\",\"shown\":true}");
  }

  @ParameterizedTest
  @CsvSource({"404,4", "409,4", "415,4", "503,3", "504,5"})
  void eachTroubleHasItsExitCode(int answered, int exitCode) {
    status = answered;
    body = "{\"code\":\"A_CODE\",\"detail\":\"what happened\",\"whatToDo\":\"Do this.\"}";

    assertThatThrownBy(() -> api().status())
        .asInstanceOf(type(CliException.class))
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(exitCode))
        .satisfies(failure -> assertThat(failure).hasMessage("A_CODE: what happened. Do this."));
  }

  @Test
  void aRefusedTokenIsToBeCheckedAndNobodyIsToldHowToLogIn() {
    status = 401;
    body = "{\"code\":\"A_CODE\",\"detail\":\"what happened\",\"whatToDo\":\"Send a header.\"}";

    assertThatThrownBy(() -> api().status())
        .hasMessage("A_CODE: what happened. Check the user and the password, or the token.")
        .asInstanceOf(type(CliException.class))
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(4));
    assertThatThrownBy(() -> nobody().status())
        .hasMessageStartingWith("A_CODE: what happened. Say who you are: --user NAME");
  }

  @Test
  void whatIsNoAdminIsSaidToBeNone() {
    body = "<html>";
    assertThatThrownBy(() -> api().status()).hasMessageContaining("is no Admin");

    status = 404;
    assertThatThrownBy(() -> api().status()).hasMessageContaining("is no Admin");
  }

  @Test
  void nobodyThereIsExitThree() {
    AdminApi nobody = new AdminApi(List.of("127.0.0.1:" + NodeProcess.freePort()), Access.PLAIN);

    assertThatThrownBy(nobody::status)
        .asInstanceOf(type(CliException.class))
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(3));
  }

  @Test
  void httpIsOnePortAboveThatOfClients() {
    assertThat(AdminOptions.oneAbove("localhost:7700")).isEqualTo("localhost:7701");
    assertThat(AdminOptions.oneAbove("admin.example.com")).isEqualTo("admin.example.com:7701");
    assertThat(AdminOptions.oneAbove("[::1]:9000")).isEqualTo("[::1]:9001");
    assertThatThrownBy(() -> AdminOptions.oneAbove(":x")).isInstanceOf(CliException.class);
  }
}
