package io.feige.protocol.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.codec.GoldenLink;
import io.feige.protocol.model.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkKeyTest {
  private static final LinkKey KEY = LinkKey.of(Secret.of(GoldenLink.SECRET));
  private static final LinkChallenge CHALLENGE = GoldenLink.CHALLENGE;
  private static final LinkProof PROOF = GoldenLink.PROOF;

  @Test
  void proofsAreThePinnedOnes() {
    assertThat(KEY.prove(CHALLENGE, PROOF.nonce(), "node-b", "pair-1")).isEqualTo(PROOF);
    assertThat(KEY.accept(CHALLENGE, PROOF).proof()).isEqualTo(GoldenLink.ACCEPTOR_PROOF);
  }

  @Test
  void whoKnowsTheSecretIsBelievedByBothSides() {
    assertThat(KEY.isProved(CHALLENGE, PROOF)).isTrue();
    assertThat(KEY.isAccepted(CHALLENGE, PROOF, KEY.accept(CHALLENGE, PROOF))).isTrue();
  }

  @Test
  void whoKnowsAnotherSecretIsBelievedByNeither() {
    LinkKey stranger = LinkKey.of(Secret.of("another secret"));
    LinkProof forged = stranger.prove(CHALLENGE, PROOF.nonce(), "node-b", "pair-1");

    assertThat(KEY.isProved(CHALLENGE, forged)).isFalse();
    assertThat(KEY.isAccepted(CHALLENGE, PROOF, stranger.accept(CHALLENGE, PROOF))).isFalse();
  }

  @Test
  void proofHoldsForNothingButWhatItWasMadeFor() {
    LinkToken other = LinkToken.nonce(new byte[LinkToken.NONCE_BYTES]);
    LinkToken proof = PROOF.proof();
    List<LinkProof> changed =
        List.of(
            new LinkProof(other, proof, "node-b", "pair-1"),
            new LinkProof(PROOF.nonce(), proof, "node-c", "pair-1"),
            new LinkProof(PROOF.nonce(), proof, "node-b", "pair-2"),
            new LinkProof(PROOF.nonce(), proof, "node-bp", "air-1"));

    assertThat(changed).noneMatch(it -> KEY.isProved(CHALLENGE, it));
    assertThat(KEY.isProved(new LinkChallenge(1, other), PROOF)).isFalse();
    assertThat(KEY.isProved(new LinkChallenge(2, CHALLENGE.nonce()), PROOF)).isFalse();
    LinkAccepted accepted = KEY.accept(CHALLENGE, PROOF);
    assertThat(KEY.isAccepted(new LinkChallenge(1, other), PROOF, accepted)).isFalse();
    assertThat(changed).noneMatch(it -> KEY.isAccepted(CHALLENGE, it, accepted));
  }

  @Test
  void proofSentBackToItsMakerIsNotBelieved() {
    assertThat(KEY.isAccepted(CHALLENGE, PROOF, new LinkAccepted(PROOF.proof()))).isFalse();
    LinkToken acceptors = KEY.accept(CHALLENGE, PROOF).proof();
    assertThat(KEY.isProved(CHALLENGE, new LinkProof(PROOF.nonce(), acceptors, "node-b", "pair-1")))
        .isFalse();
  }

  @Test
  void emptySecretIsRefused() {
    assertThatThrownBy(() -> LinkKey.of(Secret.NONE)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tokensAreNeverShownAndHaveTheirLength() {
    assertThat(PROOF.proof()).hasToString("token of 32 bytes");
    assertThat(PROOF.toString()).doesNotContain("[B").contains("token of 16 bytes");
    assertThatThrownBy(() -> LinkToken.nonce(new byte[15])).hasMessageContaining("16 bytes");
    assertThatThrownBy(() -> LinkToken.proof(new byte[33])).hasMessageContaining("32 bytes");
    assertThatThrownBy(() -> new LinkChallenge(1, PROOF.proof())).hasMessageContaining("nonce");
    assertThatThrownBy(() -> new LinkAccepted(PROOF.nonce())).hasMessageContaining("proof");
    assertThatThrownBy(() -> new LinkChallenge(0, PROOF.nonce())).hasMessageContaining("version");
    assertThatThrownBy(() -> new LinkRefused("x".repeat(301))).hasMessageContaining("why");
  }
}
