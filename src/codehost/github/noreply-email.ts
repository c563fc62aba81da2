/** By which GitHub links commits to an account: https://docs.github.com/account-and-profile/reference/email-addresses-reference */
export function noreplyEmail({ id, login }: { id: number; login: string }): string {
  return `${id}+${login}@users.noreply.github.com`;
}
