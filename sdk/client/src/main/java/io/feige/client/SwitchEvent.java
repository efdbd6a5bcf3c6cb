package io.feige.client;

/**
 * A pair was activated anew, and this client has moved to the node that serves it now. Nobody has
 * to do anything about it: what was unconfirmed has been sent again by itself.
 *
 * @param pair the pair
 * @param fromNode the node that served before
 * @param toNode the node that serves now; the same one if it was activated again
 * @param epoch number of the new activation
 * @param pauseMillis from the last answer of the old node to the first answer of the new one. If
 *     nothing had been asked for some seconds it begins when the switch was noticed; if nothing is
 *     asked of the new node it ends when that one was connected
 * @param resentBatches batches of messages that were under way and have been sent again; each is
 *     stored once, because the pair recognizes it
 * @param resentVerdicts requests with verdicts on deliveries that were under way and have been sent
 *     again
 */
public record SwitchEvent(
    String pair,
    String fromNode,
    String toNode,
    long epoch,
    long pauseMillis,
    int resentBatches,
    int resentVerdicts) {}
