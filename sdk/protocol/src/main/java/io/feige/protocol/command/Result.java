package io.feige.protocol.command;

/** The answer to a request that was done. */
public sealed interface Result extends Answer
    permits Challenge,
        Welcome,
        Pong,
        Routes,
        Published,
        Pulled,
        Settled,
        PullCancelled,
        ReadBatches,
        TopicCreated,
        TopicAltered,
        TopicDeleted,
        TopicList,
        GroupList,
        GroupReset,
        GroupDeleted,
        DelayedList,
        DelayedCancelled,
        Mail,
        MailAcked,
        MailboxList,
        MailboxDeleted,
        MailSubscribed,
        SubscriberList,
        LetterList,
        LettersSettled,
        NodeStatus,
        DiskUse,
        ClientList,
        NodeList,
        SettingList,
        SalvageList,
        NodeVitals,
        MessageTrace,
        NodeReport,
        DeathTaken,
        ProxyHeard {
  /** The command it belongs to. */
  CommandType type();
}
