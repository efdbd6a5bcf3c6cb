package io.feige.protocol.link;

/**
 * One message before a replication link is open. The acceptor sends {@link LinkChallenge}, the
 * dialler {@link LinkProof}, the acceptor {@link LinkAccepted}; after that both speak {@link
 * LinkMessage}. To a wrong proof the acceptor answers nothing and ends the connection, so that a
 * stranger learns nothing but the challenge; {@link LinkRefused} is for peers that have proved that
 * they know the secret.
 */
public sealed interface LinkHandshake permits LinkChallenge, LinkProof, LinkAccepted, LinkRefused {}
