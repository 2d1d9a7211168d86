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
  readonly accountType: '0' | '1';
  readonly active: boolean;
  readonly hasPassword: boolean;
  readonly lockedUntil: string | null;
  readonly lastSeen: string | null;
  readonly roles: readonly {
    readonly roleId: number;
    readonly roleName: string;
    readonly limits: readonly { readonly orgId: number; readonly orgName: string }[];
  }[];
  /** The enterprises whose data it reaches; null = all. At most 200 are named. */
  readonly enterprises: readonly { readonly orgId: number; readonly orgName: string }[] | null;
  readonly functions: readonly AccountFunction[];
}
