/** How a connection with a mail server is kept private. */
export const encryptions = {
  starttls: 'STARTTLS (587)',
  tls: 'TLS (465)',
  none: 'None (only without a password, or on this machine)',
} as const;
