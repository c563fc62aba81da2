import type { Generated } from 'kysely';

/**
 * Every table of the main database, one interface each. Times are milliseconds since the Unix epoch, JSON is text,
 * booleans are 0 or 1, so that SQLite and PostgreSQL hold the same values.
 */
export interface Database {
  projects: ProjectRow;
  project_secrets: ProjectSecretRow;
  api_keys: ApiKeyRow;
  audit_log: AuditLogRow;
  jobs: JobRow;
  job_steps: JobStepRow;
  project_costs: ProjectCostRow;
  job_messages: JobMessageRow;
  job_attachments: JobAttachmentRow;
  job_turns: JobTurnRow;
  job_diffs: JobDiffRow;
  job_events: JobEventRow;
  limited_uses: LimitedUseRow;
  idempotency_keys: IdempotencyKeyRow;
  visitor_salts: VisitorSaltRow;
  belongings: BelongingRow;
  members: MemberRow;
  invitations: InvitationRow;
  password_resets: PasswordResetRow;
  server_secrets: ServerSecretRow;
  sessions: SessionRow;
  saved_views: SavedViewRow;
  share_links: ShareLinkRow;
  chart_notes: ChartNoteRow;
  weekly_mail_recipients: WeeklyMailRecipientRow;
  weekly_mails: WeeklyMailRow;
  trusted_time: TrustedTimeRow;
  erasures: ErasureRow;
  retired_views: RetiredViewsRow;
  background_failures: BackgroundFailureRow;
  oauth_clients: OAuthClientRow;
  oauth_grants: OAuthGrantRow;
}

export interface ProjectRow {
  id: string;
  name: string;
  /** Which code host adapter reaches the repository, one of `CodeHostKind`. */
  code_host: string;
  repository_url: string;
  base_branch: string | null;
  /** Folder of the documentation inside the repository; empty means all of it. */
  docs_folder: string;
  model: string | null;
  /** JSON of the settings in `contract/project.ts`. */
  settings: string;
  created_at: number;
  updated_at: number;
}

export interface ProjectSecretRow {
  project_id: string;
  /** Such as `code-host-token` or `model-key:anthropic`. */
  name: string;
  sealed: string;
  updated_at: number;
}

export interface ApiKeyRow {
  id: string;
  project_id: string;
  kind: string;
  name: string;
  /** First characters of the key, enough to recognise it. */
  prefix: string;
  /** Hexadecimal SHA-256 of the whole key. */
  secret_hash: string;
  scopes: string;
  allowlist: string;
  expires_at: number | null;
  created_by: string;
  created_at: number;
  last_used_at: number | null;
}

export interface AuditLogRow {
  id: string;
  project_id: string | null;
  at: number;
  actor: string;
  action: string;
  target: string;
  details: string;
}

export interface JobRow {
  id: string;
  project_id: string;
  status: string;
  phase: string;
  prompt: string;
  title: string | null;
  summary: string | null;
  model: string;
  repository: string;
  base_branch: string | null;
  head_branch: string;
  /** Last sha of the head branch that this job pushed. */
  head_sha: string | null;
  draft: number;
  pull_request_number: number | null;
  pull_request_url: string | null;
  /** `open`, `closed` or `merged`, as the code host last reported it. */
  pull_request_state: string | null;
  /** JSON of `jobReviewSchema`; null for a job that changes documentation. */
  review: string | null;
  /** JSON of `PullRequestFollow`: what is known of it beside its state. */
  pull_request_follow: string | null;
  /** Numbers of its former pull requests between commas, such as `,3,7,`; null for none. */
  former_pull_requests: string | null;
  /** Who created it: `member:<id>`, `key:<id>`, `grant:<id>` or `automation`, with their name at the time. Null in jobs of earlier versions. */
  created_by: string | null;
  created_by_name: string | null;
  /** Lines of the change so far; null until there is one, and in jobs of earlier versions. */
  lines_added: number | null;
  lines_removed: number | null;
  failure: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Of the input tokens, those that came from a cache of the provider. */
  cached_input_tokens: number;
  model_calls: number;
  /** Millionths of a dollar. */
  cost: number;
  /** Calls whose price is not known. */
  unpriced_calls: number;
  /** Addresses of the web that were asked for, in all rounds, and the bytes that were read of them. */
  web_pages: number;
  web_bytes: number;
  /** 1 when the last round ended with a question to a person, else 0. */
  needs_answer: number;
  /** Counts the runs: 1 for the prompt, one more for each follow-up that started the job again. */
  round: number;
  attempts: number;
  /** Workers that ended in the middle of this round and told nothing; whatever the round got done, it counts. */
  worker_ends: number;
  /** Times that this round was too much for its checker. */
  checker_ends: number;
  lease_owner: string | null;
  /** By the clock that counts from the start of the machine. */
  lease_until: number;
  lease_epoch: number;
  /** Workers leave the job alone before this time (backoff after a transient fault), by the clock of leases. */
  available_at: number;
  /** When this round began to be worked on. Null while queued. */
  started_at: number | null;
  /** Milliseconds that this round was worked on, which the deadline bounds; waiting is none of it. */
  worked: number;
  /** JSON of `Waiting` while something outside of this server is away that the job needs. */
  waiting: string | null;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
}

/** What the jobs of a project cost in a month. */
export interface ProjectCostRow {
  project_id: string;
  /** As `2026-11`, of UTC. */
  month: string;
  /** Millionths of a dollar. */
  cost: number;
  unpriced_calls: number;
}

export interface JobStepRow {
  job_id: string;
  round: number;
  name: string;
  epoch: number;
  output: string;
  at: number;
}

export interface JobMessageRow {
  id: string;
  job_id: string;
  prompt: string;
  created_at: number;
  /** Index of the transcript entry that handed it to the agent; null while unread. */
  turn_index: number | null;
  /** The pull-request thread in which it was written, as JSON; null for other messages. */
  origin: string | null;
  /** Earliest time of a reply in its thread; null if none is due. */
  answer_due: number | null;
  /** JSON of `MessageAuthor`: the person who wrote it; null if that is not known. */
  author: string | null;
}

export interface JobAttachmentRow {
  job_id: string;
  /** Of the file that the agent reads; unique within the job. */
  name: string;
  message_id: string;
  type: string;
  content: Uint8Array;
}

export interface JobTurnRow {
  job_id: string;
  turn_index: number;
  round: number;
  /** JSON array of what is appended to the transcript. */
  entries: string;
  /** 1 when an answer of the model was paid for with it, else 0. */
  model_calls: number;
  /** Input and output tokens paid for with it. */
  tokens: number;
  /** Commit that holds the tree after this entry; null when it did not change the tree. */
  tree_commit: string | null;
  tree_bundle: Uint8Array | null;
  at: number;
}

export interface JobDiffRow {
  job_id: string;
  /** Unified diff of everything the agent changed, as of its last stored turn. */
  diff: string;
  updated_at: number;
}

export interface JobEventRow {
  job_id: string;
  sequence: number;
  at: number;
  type: string;
  data: string;
}

export interface LimitedUseRow {
  id: Generated<number>;
  /** What is limited: the jobs of a project, or the hash of an account, an address or both that someone signs in with. */
  subject: string;
  /** Counted from 0, unique within the subject. */
  place: number;
  expires_at: number;
}

export interface IdempotencyKeyRow {
  project_id: string;
  key: string;
  /** Hexadecimal SHA-256 of method, path and body. */
  request_hash: string;
  status: number;
  body: string;
  created_at: number;
}

export interface MemberRow {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  role: string;
  /** Null for a member who signs in by the identity provider only. */
  password_hash: string | null;
  /** Who the member is at the identity provider: its issuer and, there, a name that never changes. Both or neither. */
  identity_issuer: string | null;
  identity_subject: string | null;
  created_at: number;
}

export interface InvitationRow {
  id: string;
  /** Hexadecimal SHA-256 of the token in the link. */
  token_hash: string;
  role: string;
  /** `member:<id>` or `cli`; null for the set-up link that the server prints. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

export interface PasswordResetRow {
  member_id: string;
  /** Hexadecimal SHA-256 of the token in the link. */
  token_hash: string;
  created_at: number;
  expires_at: number;
}

export interface ServerSecretRow {
  name: string;
  sealed: string;
  updated_at: number;
}

export interface SessionRow {
  id: string;
  /** Hexadecimal SHA-256 of the token in the cookie. */
  token_hash: string;
  member_id: string;
  browser: string;
  created_at: number;
  last_used_at: number;
}

export interface VisitorSaltRow {
  project_id: string;
  /** `stable`, a UTC month such as `2026-11`, or a UTC day. */
  period: string;
  sealed: string;
  created_at: number;
}

export interface BelongingRow {
  name: 'master key' | 'former master key' | 'visits' | 'copied from' | 'visits copied to' | 'moved to';
  /**
   * By which it is known again: the id of the key, the mark in the file of the visits. The former key is there during a rotation,
   * the others while data moves; they say to or from where.
   */
  mark: string;
}

export interface SavedViewRow {
  id: string;
  project_id: string;
  /** Unique within the project. */
  name: string;
  /** What stands behind `?` in the address of the analytics page. */
  search: string;
  created_by: string;
  created_at: number;
}

export interface ShareLinkRow extends SavedViewRow {
  /** Hexadecimal SHA-256 of the token in the link. */
  token_hash: string;
}

export interface ChartNoteRow {
  id: string;
  project_id: string;
  /** The moment it is about, in milliseconds since the epoch. */
  at: number;
  text: string;
  created_by: string;
}

export interface WeeklyMailRecipientRow {
  id: string;
  project_id: string;
  address: string;
  added_by: string;
  added_at: number;
}

/** One week to one recipient. */
export interface WeeklyMailRow {
  recipient_id: string;
  /** Monday of the week, as `2026-11-16`. */
  week: string;
  attempts: number;
  /** Until then nobody else sends it. */
  claimed_until: number;
  /** When the mail server was about to be given the mail; from then on it is not sent again. Null before, and after a refusal. */
  handed_over_at: number | null;
  /** When the mail server said that it has it. */
  sent_at: number | null;
  /** What the mail server or the network said last. */
  fault: string | null;
  /** Hexadecimal SHA-256 of the token in the link of the mail. */
  unsubscribe_hash: string;
}

/** The only row has the id 1. */
export interface TrustedTimeRow {
  id: number;
  /** What the clock showed when it was last trusted. */
  trusted: number | null;
  /** What it showed last since it jumped ahead; null while it is trusted. */
  claimed: number | null;
  /** Milliseconds that it has run steadily since then. */
  watched: number;
}

/** What was deleted because somebody asked for it, and must not come back from logs, spools or backups. */
export interface ErasureRow {
  /** The project may be gone. */
  project_id: string;
  /** HMAC, under the key of the installation, of what was erased: see `analytics/erasures.ts`. */
  mark: string;
  /** Views up to then are refused. */
  erased_at: number;
}

/** Views that retention has hidden, and deletes a week later. */
export interface RetiredViewsRow {
  project_id: string;
  /** Views of days before this moment. */
  before: number;
  marked_at: number;
}

/** Background work that has failed at least once. */
export interface BackgroundFailureRow {
  /** Completes the sentence "... failed". */
  work: string;
  /** Failures since the last success. */
  in_a_row: number;
  in_all: number;
  /** Time of the first of these failures. */
  since: number;
  /** Message of the last failure. */
  message: string;
  remedy: string | null;
}

/** A client that registered itself. */
export interface OAuthClientRow {
  id: string;
  name: string;
  /** JSON of a list. */
  redirect_uris: string;
  created_at: number;
  /** When it was last given tokens; null before the first. */
  connected_at: number | null;
}

/** What a member granted to a client. Hashes are hexadecimal SHA-256. */
export interface OAuthGrantRow {
  id: string;
  project_id: string;
  member_id: string;
  client_id: string;
  client_name: string;
  client_document: string | null;
  redirect_uri: string;
  /** The URL that its tokens are for. */
  resource: string;
  /** JSON of a list. */
  scopes: string;
  /** Kept after its use, so that a second one is noticed. */
  code_hash: string;
  code_challenge: string;
  /** Of the part that all refresh tokens of the grant share; null until the code was used. */
  family_hash: string | null;
  /** JSON of lists: of those that work, and of those before, which do for a while after `refreshed_at`. */
  refresh_hashes: string;
  former_refresh_hashes: string;
  refreshed_at: number | null;
  /** JSON of the latest, each with its hash, end and scopes. */
  access_tokens: string;
  /** End of the code, then of the refresh token. */
  expires_at: number;
  created_at: number;
  last_used_at: number | null;
}
