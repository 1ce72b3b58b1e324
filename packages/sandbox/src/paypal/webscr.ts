/** Path of both the payment form and the verification of notifications, as at the service. */
export const WEBSCR = '/paypal/cgi-bin/webscr';
