package io.feige.broker.core.state;

import static io.feige.protocol.model.ChannelRule.levels;

import io.feige.protocol.model.ChannelRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which mailboxes of a topic get the messages of which channels: a tree with a node for each level
 * of a filter. Follows from what the mailboxes say. Owned by one thread.
 */
final class Subscriptions {
  private static final class Node {
    private final Map<String, Node> children = new HashMap<>(2);
    private @Nullable Filter filter;
  }

  /** A filter that somebody has, and who has it, by identity. */
  record Filter(String text, NavigableMap<String, Mailbox> subscribers) {
    /** Those whose identities come after one. */
    Collection<Mailbox> after(String identity) {
      return subscribers.tailMap(identity, false).values();
    }
  }

  private final Node root = new Node();
  private long version;

  /** Changes whenever another filter may fit a channel. */
  long version() {
    return version;
  }

  void add(String filter, Mailbox mailbox) {
    Node node = root;
    for (String level : levels(filter)) {
      node = node.children.computeIfAbsent(level, _ -> new Node());
    }
    Filter at = node.filter;
    if (at == null) {
      at = new Filter(filter, new TreeMap<>());
      node.filter = at;
      version++;
    }
    at.subscribers().put(mailbox.identity(), mailbox);
  }

  void remove(String filter, String identity) {
    remove(root, levels(filter), 0, identity);
  }

  private void remove(Node node, String[] levels, int at, String identity) {
    if (at == levels.length) {
      Filter filter = node.filter;
      if (filter != null) {
        filter.subscribers().remove(identity);
        if (filter.subscribers().isEmpty()) {
          node.filter = null;
          version++;
        }
      }
      return;
    }
    Node child = node.children.get(levels[at]);
    if (child != null) {
      remove(child, levels, at + 1, identity);
      if (child.filter == null && child.children.isEmpty()) {
        node.children.remove(levels[at]);
      }
    }
  }

  /** A filter as somebody has written it; null: nobody has it. */
  @Nullable Filter find(String filter) {
    Node node = root;
    for (String level : levels(filter)) {
      node = node.children.get(level);
      if (node == null) {
        return null;
      }
    }
    return node.filter;
  }

  /**
   * What a channel's name fits.
   *
   * @param filters by their texts
   * @param visited nodes of the tree that were looked at
   */
  record Fitting(List<Filter> filters, int visited) {
    /** Subscribers of all of them; who has several counts for each. */
    long subscribers() {
      return filters.stream().mapToLong(each -> each.subscribers().size()).sum();
    }
  }

  Fitting fitting(String channel) {
    Walk walk = new Walk(levels(channel));
    walk.collect(root, 0);
    walk.found.sort(Comparator.comparing(Filter::text));
    return new Fitting(walk.found, walk.visited);
  }

  /** Goes down the tree along a channel's name. */
  private static final class Walk {
    private final String[] levels;
    private final List<Filter> found = new ArrayList<>(2);
    private int visited;

    Walk(String[] levels) {
      this.levels = levels;
    }

    void collect(Node node, int at) {
      visited++;
      boolean isForWildcards = at > 0 || !levels[0].startsWith(ChannelRule.HIDDEN);
      if (isForWildcards) {
        // It stands for no level as well.
        add(node.children.get(ChannelRule.ALL_LEVELS));
      }
      if (at == levels.length) {
        add(node);
        return;
      }
      if (isForWildcards) {
        collectBelow(node.children.get(ChannelRule.ONE_LEVEL), at);
      }
      collectBelow(node.children.get(levels[at]), at);
    }

    private void collectBelow(@Nullable Node child, int at) {
      if (child != null) {
        collect(child, at + 1);
      }
    }

    private void add(@Nullable Node node) {
      if (node != null && node.filter != null) {
        found.add(node.filter);
      }
    }
  }
}
