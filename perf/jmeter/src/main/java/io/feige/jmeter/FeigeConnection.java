package io.feige.jmeter;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.client.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.jmeter.config.ConfigTestElement;
import org.apache.jmeter.testbeans.TestBean;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a plan's samplers connect to, and the clients that they share. Open from the beginning of a
 * test to its end; samplers find it by its name.
 */
public final class FeigeConnection extends ConfigTestElement
    implements TestBean, TestStateListener {
  private static final Logger LOG = LoggerFactory.getLogger(FeigeConnection.class);
  private static final long serialVersionUID = 1;

  private String connection = "feige";
  private String servers = "localhost:7700";
  private String user = "";
  private String password = "";
  private String token = "";
  private String ca = "";
  private String topics = "";
  private int clients = 1;
  private int requestTimeout = 10_000;

  /** Made by JMeter. */
  public FeigeConnection() {}

  @Override
  public void testStarted() {
    try {
      variables().putObject(connection, new OpenConnection(this::newClient, clients));
      makeTopics();
    } catch (RuntimeException e) {
      LOG.error(
          "the Feige Connection '{}' is not what it should be: {}", connection, e.getMessage());
    }
  }

  private void makeTopics() {
    List<String> wanted = namesIn(topics);
    if (!wanted.isEmpty()) {
      try (FeigeClient client = newClient()) {
        wanted.forEach(topic -> client.topics().createIfAbsent(TopicSpec.of(topic)));
      }
    }
  }

  @Override
  public void testStarted(String host) {
    testStarted();
  }

  @Override
  public void testEnded() {
    if (variables().getObject(connection) instanceof OpenConnection open) {
      open.close();
    }
  }

  @Override
  public void testEnded(String host) {
    testEnded();
  }

  /**
   * The connection that an element of this thread names.
   *
   * @throws IllegalArgumentException if the plan has none of this name
   */
  static OpenConnection named(String connection) {
    if (variables().getObject(connection) instanceof OpenConnection open) {
      return open;
    }
    throw new IllegalArgumentException(
        "the plan has no Feige Connection of the name '" + connection + "'");
  }

  static List<String> namesIn(@Nullable String list) {
    return list == null
        ? List.of()
        : Arrays.stream(list.split(",", -1)).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  private static JMeterVariables variables() {
    return JMeterContextService.getContext().getVariables();
  }

  private FeigeClient newClient() {
    FeigeClientBuilder builder =
        FeigeClient.builder()
            .admin(servers)
            .software("jmeter")
            .requestTimeout(Duration.ofMillis(requestTimeout));
    if (!user.isEmpty()) {
      builder.user(user, Secret.of(password));
    } else if (!token.isEmpty()) {
      builder.token(Secret.of(token));
    }
    return (ca.isEmpty() ? builder : builder.ca(Path.of(ca))).build();
  }

  /** The name that samplers use. */
  public String getConnection() {
    return connection;
  }

  /** Sets the name that samplers use. */
  public void setConnection(String name) {
    connection = name;
  }

  /** Where an Admin of the cluster, or a node that stands alone, listens. */
  public String getServers() {
    return servers;
  }

  /** Sets where an Admin or a lone node listens: {@code HOST:PORT}, several with commas. */
  public void setServers(String addresses) {
    servers = addresses;
  }

  /** Who to come as; empty: nobody, or who the token is. */
  public String getUser() {
    return user;
  }

  /** Sets who to come as. */
  public void setUser(String name) {
    user = name;
  }

  /** The user's password. */
  public String getPassword() {
    return password;
  }

  /** Sets the user's password: {@code file:PATH}, {@code env:NAME}, or itself. */
  public void setPassword(String secret) {
    password = secret;
  }

  /** The token to come with; empty: none. */
  public String getToken() {
    return token;
  }

  /** Sets the token to come with: {@code file:PATH}, {@code env:NAME}, or itself. */
  public void setToken(String secret) {
    token = secret;
  }

  /** PEM file of the authorities that are trusted; empty: nothing is encrypted. */
  public String getCa() {
    return ca;
  }

  /** Sets the PEM file of the authorities that are trusted. */
  public void setCa(String file) {
    ca = file;
  }

  /** Topics that are made before the test, separated by commas. */
  public String getTopics() {
    return topics;
  }

  /** Sets the topics that are made before the test if they are not there. */
  public void setTopics(String names) {
    topics = names;
  }

  /** How many clients the samplers share; 0: none is shared. */
  public int getClients() {
    return clients;
  }

  /** Sets how many clients the samplers share; 0: each sampler of each thread has its own. */
  public void setClients(int number) {
    clients = number;
  }

  /** Milliseconds after which a request has failed. */
  public int getRequestTimeout() {
    return requestTimeout;
  }

  /** Sets the milliseconds after which a request has failed. */
  public void setRequestTimeout(int millis) {
    requestTimeout = millis;
  }
}
