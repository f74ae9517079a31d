import type { EventStore } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import type { MemoryAccess } from './memory-access.ts';
import type { ToolListing } from './mcp/profile.ts';
import type { AppendAnswer, AppendRequest } from './operations/append.ts';
import type { BootstrapAnswer, BootstrapRequest } from './operations/bootstrap.ts';
import type { CapabilitiesAnswer, CapabilitiesRequest } from './operations/capabilities.ts';
import type { CheckoutAnswerTo } from '@hookloom/memory/checkout';
import type { CheckoutRequest } from './operations/checkout.ts';
import type { Caller, OperationContext } from './operations/context.ts';
import type { FeedbackAnswer, FeedbackRequest } from './operations/feedback.ts';
import type { QueryPage, QueryRequest, QueryRow } from './operations/query.ts';
import type { ReplayAnswer, ReplayRequest } from './operations/replay.ts';
import type { VerbatimRequest, VerbatimRow } from './operations/verbatim.ts';

/**
 * One open workspace: the operations that MCP tools and commands share. Requests and answers have the documented
 * snake_case shapes. All operations throw only `HookloomError`.
 */
export interface Runtime {
  readonly workspace: Workspace;
  readonly store: EventStore;
  /** The input of operations, for those without a method here. */
  readonly context: OperationContext;
  /** Opened by the first operation that needs it. */
  readonly memory: MemoryAccess;
  /** Durable (`fsync`) when it returns. */
  append(request: AppendRequest, caller?: Caller): Promise<AppendAnswer>;
  checkout<R extends CheckoutRequest>(request: R, caller?: Caller): Promise<CheckoutAnswerTo<R>>;
  bootstrap(
    request: BootstrapRequest,
    listing: ToolListing,
    caller?: Caller,
  ): Promise<BootstrapAnswer>;
  feedback(request: FeedbackRequest, caller?: Caller): Promise<FeedbackAnswer>;
  query(request: QueryRequest): Promise<QueryRow[] | QueryPage>;
  verbatim(request: VerbatimRequest): Promise<VerbatimRow[]>;
  replay(request: ReplayRequest): Promise<ReplayAnswer>;
  capabilities(request: CapabilitiesRequest, listing: ToolListing): Promise<CapabilitiesAnswer>;
  /** Sharing through the repository. Loaded on demand. */
  share(): Promise<
    typeof import('./operations/share.ts') & typeof import('./operations/share-publish.ts')
  >;
  /** The team's store. Loaded on demand. */
  team(): Promise<typeof import('./team/index.ts')>;
  close(): Promise<void>;
}
