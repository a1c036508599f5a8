// Without schemas beside them, so that who needs a path alone does not bring those along.

/** How the console and the command line sign in. Nobody else uses these, so the OpenAPI document leaves them out. */
export const SESSION_PATHS = {
  session: '/session',
  links: '/session/links',
  token: '/session/token',
  everywhere: '/session/everywhere',
  providers: '/session/providers',
  signIn: '/session/sign-in',
  callback: '/session/callback/:provider',
  backChannelLogout: '/session/back-channel-logout/:provider',
  commandLine: '/session/command-line',
  commandLineBegin: '/session/command-line/begin',
  commandLineDevice: '/session/command-line/device',
  commandLinePoll: '/session/command-line/poll',
  commandLineToken: '/session/command-line/token',
} as const;
