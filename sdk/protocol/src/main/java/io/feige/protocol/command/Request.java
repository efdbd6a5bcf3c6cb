package io.feige.protocol.command;

/** What a caller asks. */
public sealed interface Request extends Command
    permits Authenticate,
        Hello,
        Ping,
        FindRoute,
        Publish,
        Pull,
        Settle,
        CancelPull,
        Read,
        CreateTopic,
        AlterTopic,
        DeleteTopic,
        ListTopics,
        ListGroups,
        ResetGroup,
        DeleteGroup,
        ListDelayed,
        CancelDelayed,
        ReadMailbox,
        AckMail,
        ListMailboxes,
        DeleteMailbox,
        SubscribeMail,
        ListSubscribers,
        ListLetters,
        SettleLetters,
        GetStatus,
        GetDisk,
        ListClients,
        ListNodes,
        GetSettings,
        ListSalvage,
        GetVitals,
        TraceMessage,
        Beat,
        ProveDeath,
        ReportProxy {
  /** The command it belongs to. */
  CommandType type();
}
