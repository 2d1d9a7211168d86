/** What other features may use of accounts and sessions. */
export { countLogin, countTry, forgetTries, lockedUntil, passLogin, takeBackTry } from './attempt.ts';
export { beginSession } from './begin.ts';
export { cookieName, cookieOf, takeCookie, tokenOf } from './cookie.ts';
export { noteEvent } from './event.ts';
export { factorState, hasFactor, proveFactor, removeFactor } from './factor.ts';
export { followCallers } from './follow.ts';
export { refuseAbove, refuseAllButOperators } from './guard.ts';
export { inUse, isEnterpriseOff } from './inUse.ts';
export { menuTree } from './menu.ts';
export {
  checkNewPassword,
  forgetPassword,
  hashPassword,
  isPasswordOf,
  passwordFits,
  refuseWeak,
  setPassword,
} from './password.ts';
export { originOf } from './origin.ts';
export { proveForSession, provenUntil } from './proof.ts';
export { proveOther, type Witness } from './proveOther.ts';
export { proveOwn } from './prove.ts';
export { codesOf, reachOf, scopeOf } from './right.ts';
export {
  callerOf,
  closeSession,
  closeSessionsOf,
  forgetCallers,
  openSession,
  tokenToEnd,
} from './session.ts';
export { type Begun, stillMay } from './stillMay.ts';
export { closeVouched, vouchedOf } from './vouched.ts';
export { whoReaches } from './whoReaches.ts';
