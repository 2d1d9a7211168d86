/** The log-in page. */
export const LOGIN = '/login';

/** Where a person with an expired password goes. */
export const RESET_PASSWORD = '/SDNUserAdmin/SDNResetPwd';

/** Where a person sets up a second factor, and sees the own sessions. */
export const SECURITY = '/SDNUserAdmin/SDNSecurity';

/** The page of a locked screen. */
export const LOCK = '/lock';
