package io.feige.protocol.model;

/**
 * Who is connected to a node.
 *
 * @param connection its number at the node; a later one is higher
 * @param address host:port that it comes from
 * @param user whom it has shown to be; empty: nobody has to show anything
 * @param kind as it says
 * @param software name and version of the program, as it says, of printable ASCII
 * @param pair the pair that its requests are for; empty: the only one, or none
 * @param sinceMillis when it connected, in milliseconds since 1970
 * @param isEncrypted whether by TLS
 * @param lastRequestMillis when its last request but PING came, about a second late at most; 0:
 *     there was none
 * @param requests how many it has sent, without PING
 * @param bytesOwed of answers that wait for it to read them, about
 */
public record ConnectedClient(
    long connection,
    String address,
    String user,
    ClientKind kind,
    String software,
    String pair,
    long sinceMillis,
    boolean isEncrypted,
    long lastRequestMillis,
    long requests,
    long bytesOwed) {}
