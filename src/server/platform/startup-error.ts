/** A problem that the operator must fix to start a server or command. The message is shown without a stack. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
