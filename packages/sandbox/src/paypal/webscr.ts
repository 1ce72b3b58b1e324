/** Where both the form and the question whether a notification is genuine go, as at the service. */
export const WEBSCR = '/paypal/cgi-bin/webscr';
