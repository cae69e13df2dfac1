import type { ReactNode } from 'react'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

type MessageProps = {
  frame: PageFrame
  title: string
  icon: IconName
  error?: boolean
  text?: string
  children?: ReactNode
}

const MessagePage = ({ frame, title, icon, error, text, children }: MessageProps) => (
  <Page {...frame} title={title} heading={null} error={error} width="narrow">
    <div className="message">
      <Icon name={icon} />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
    </div>
  </Page>
)

const home = (
  <LinkButton href="/" variant="primary">
    Back to Home
  </LinkButton>
)

/** Also for what exists and is not the visitor's. */
export const NotFoundPage = ({ frame }: { frame: PageFrame }) => (
  <MessagePage
    frame={frame}
    error
    icon="search"
    title="404 Page Not Found"
    text="The page may have moved, the thing may have been deleted, or the address may have a typing mistake."
  >
    {home}
  </MessagePage>
)

export const NoRolePage = ({ frame }: { frame: PageFrame }) => (
  <MessagePage
    frame={frame}
    icon="user"
    title="User role not found. Please refresh the page."
    text="Your account waits for an administrator to give it a role."
  >
    <div className="row">
      <LinkButton href="" variant="primary">
        Refresh Page
      </LinkButton>
      <LinkButton href="/api/logout">Log Out</LinkButton>
    </div>
  </MessagePage>
)

type ErrorPageProps = {
  frame: PageFrame
  title: string
  text?: string
  instead?: string
  requestId?: string
}

export const ErrorPage = ({ frame, title, text, instead, requestId }: ErrorPageProps) => (
  <MessagePage frame={frame} error icon="alert" title={title} text={text}>
    {requestId && <p className="small-text">Reference: {requestId}</p>}
    {instead ? (
      <LinkButton href={instead} variant="primary">
        Show the list without it
      </LinkButton>
    ) : (
      home
    )}
  </MessagePage>
)
