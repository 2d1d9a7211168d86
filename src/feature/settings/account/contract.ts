import type { AccountType } from '#contract/accountType.ts';
/** A function as effects and rights name it. */
export interface FunctionName {
  readonly funId: number;
  readonly funCode: string;
  readonly funName: string;
  readonly funNameEn: string;
}

/** Answer of `orgRole/getEffect`: what a change of a role would do. */
export interface RoleEffect {
  /** Accounts that hold the role. */
  readonly accounts: number;
  /** Functions that the role gains and loses. */
  readonly gains: readonly FunctionName[];
  readonly losses: readonly FunctionName[];
  /** Accounts that gain or lose a function thereby: what another of their roles gives is no change. */
  readonly gaining: number;
  readonly losing: number;
  /** Names of the first accounts that change. */
  readonly names: readonly string[];
  /** The limits of the role change what its holders see. */
  readonly limitChanged: boolean;
}

/** One function in the answer of `permission/getOfAccount`. */
export interface AccountFunction extends FunctionName {
  readonly parentId: number | null;
  readonly funType: string;
  readonly url: string | null;
  readonly hidden: boolean;
  /** Ids of the account's roles that hold it; empty = it may not. */
  readonly roleIds: readonly number[];
  /** A role holds it, but the enterprise may not use it at all. */
  readonly barred: boolean;
}

/** Answer of `permission/getOfAccount`: what an account may see and do, and through which role. */
export interface AccountRights {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
  readonly accountType: AccountType;
  readonly active: boolean;
  readonly hasPassword: boolean;
  readonly lockedUntil: string | null;
  readonly lastSeen: string | null;
  readonly roles: readonly {
    readonly roleId: number;
    readonly roleName: string;
    readonly limits: readonly { readonly orgId: number; readonly orgName: string }[];
  }[];
  /** The sites and units that it may see itself; empty = all that its roles show. */
  readonly limits: readonly { readonly orgId: number; readonly orgName: string }[];
  /** The enterprises whose data it reaches; null = all. At most 200 are named. */
  readonly enterprises: readonly { readonly orgId: number; readonly orgName: string }[] | null;
  readonly functions: readonly AccountFunction[];
}

/** A link by which a person chooses the first password works for so many days, once. */
export const INVITATION_DAYS = 7;

/** The invitation of an account that still works. */
export interface OpenInvitation {
  /** The address that it was sent to; null = the link was shown to whoever invited. */
  readonly sentTo: string | null;
  /** What became of the letter, a state of the outbox; null where none was sent. */
  readonly mailState: string | null;
  readonly byName: string;
  readonly createdAt: string;
  readonly endsAt: string;
}

/** Answer of `account/getInvitation`: how somebody may come into an account. */
export interface InvitationState {
  /** Its holder has a password, or comes by single sign-on: nobody is invited any more. */
  readonly settled: boolean;
  readonly email: string | null;
  /** Letters can be sent. */
  readonly mail: boolean;
  readonly open: OpenInvitation | null;
}

/** Answer of `account/invite`. */
export interface Invited {
  /** Shown once; none where it went by mail. */
  readonly token: string | null;
  readonly sentTo: string | null;
  readonly endsAt: string;
}

/** Answer of `invitation/look`: whose account an invitation opens. */
export interface InvitedAccount {
  readonly userName: string;
  readonly name: string;
  readonly orgName: string | null;
  readonly endsAt: string;
}

/** A role as whoever looks after accounts may give it. */
export interface RoleToGive {
  readonly roleId: number;
  readonly roleName: string;
  readonly roleCode: string;
  /** False: the caller may not give it, an account that the caller sees holds it. */
  readonly mayGive: boolean;
}
