/** Something that whoever starts a server or a command must put right: one sentence for them, shown without a stack. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
