const PROBLEMS = {
  unavailable: [503, 'Sign-in with {name} is not available now. Please try again later, or sign in with a password.'],
  cancelled: [403, 'You did not sign in with {name}.'],
  expired: [403, 'This sign-in has expired or was used before. Please start again.'],
  unproven: [403, 'The answer of {name} could not be verified. Please start again.'],
  'unverified-email': [
    403,
    'Your e-mail address has not been verified yet. Verify it where you have just signed in, then start again.',
  ],
  'no-email': [403, 'Your e-mail address was not sent along, so Fettle cannot tell who you are. Ask an administrator.'],
  'taken-email': [
    403,
    'Your e-mail address belongs to an account that somebody else signs in to. Ask an administrator.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type SignInProblem = keyof typeof PROBLEMS

export const problemNamed = (name: unknown): SignInProblem | null =>
  typeof name === 'string' && Object.hasOwn(PROBLEMS, name) ? (name as SignInProblem) : null

export function explainProblem(problem: SignInProblem, name: string): { status: number; sentence: string } {
  const [status, sentence] = PROBLEMS[problem]
  return { status, sentence: sentence.replace('{name}', () => name) }
}

/** `reason` is for the log: no secrets, nobody's details. */
export class ExternalProblem extends Error {
  constructor(
    readonly problem: SignInProblem,
    reason: string = problem,
  ) {
    super(reason)
  }
}
