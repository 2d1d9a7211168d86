/** The log-in page. */
export const LOGIN = '/login';

/** Where a person with an expired password goes. */
export const RESET_PASSWORD = '/SDNUserAdmin/SDNResetPwd';

/** The page of a locked screen. */
export const LOCK = '/lock';
