package io.feige.protocol.scram;

import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The side that has the keys, for one connection.
 *
 * <pre>
 * ScramServer(theirs) <- the client: its name
 * challenge(keys)     -> the client
 * proof(theirs, keys) <- the client; -> the client
 * </pre>
 *
 * Not safe for several threads at once.
 */
public final class ScramServer {
  private final String user;
  private final String firstBare;
  private final String bothNonces;
  private String serverFirst = "";

  /**
   * Begins with the client's first message.
   *
   * @throws ScramException if it is none
   */
  public ScramServer(Secret clientFirst) {
    this(clientFirst, Scram.base64(ScramClient.random()));
  }

  ScramServer(Secret clientFirst, String nonce) {
    String message = new String(clientFirst.bytes(), StandardCharsets.UTF_8);
    if (!message.startsWith(Scram.GS2_HEADER)) {
      throw new ScramException("the message binds to a channel or acts for somebody else");
    }
    this.firstBare = message.substring(Scram.GS2_HEADER.length());
    String[] fields = Scram.fields(Scram.ascii(firstBare), "nr");
    this.user = fields[0];
    this.bothNonces = fields[1] + nonce;
  }

  /** Who the client says it is; nothing is shown yet. */
  public String user() {
    return user;
  }

  /** The server's first message. */
  public Secret challenge(Secret salt, int iterations) {
    serverFirst = "r=" + bothNonces + ",s=" + Scram.base64(salt.bytes()) + ",i=" + iterations;
    return Secret.of(serverFirst);
  }

  /**
   * The server's last message; empty: the client knows none of the passwords.
   *
   * @param keys of the user's passwords, which all have the challenge's salt and iterations
   * @throws ScramException if the message is none
   */
  public Optional<Secret> proof(Secret clientFinal, List<ScramKeys> keys) {
    String[] fields = Scram.fields(clientFinal.bytes(), "crp");
    if (!fields[0].equals(Scram.BOUND_TO) || !fields[1].equals(bothNonces)) {
      throw new ScramException("the client does not answer what it was asked");
    }
    byte[] proof = Scram.bytes(fields[2]);
    if (proof.length != Scram.KEY_BYTES) {
      throw new ScramException("the proof has not " + Scram.KEY_BYTES + " bytes");
    }
    String signed = firstBare + "," + serverFirst + ",c=" + Scram.BOUND_TO + ",r=" + bothNonces;
    Optional<Secret> answer = Optional.empty();
    for (ScramKeys key : keys) {
      byte[] signature = Scram.hmac(key.storedKey().bytes(), signed);
      byte[] clientKey = Scram.xor(proof, signature);
      if (Secret.of(Scram.hash(clientKey)).equals(key.storedKey())) {
        answer =
            Optional.of(
                Secret.of("v=" + Scram.base64(Scram.hmac(key.serverKey().bytes(), signed))));
      }
    }
    return answer;
  }
}
