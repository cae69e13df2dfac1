import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type ButtonLook = {
  /** 'primary' at most once a screen; 'danger' for what cannot be undone; 'quiet' has no border. */
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet'
  size?: 'normal' | 'small'
  block?: boolean
  icon?: IconName
  children?: ReactNode
}

const look = ({ variant = 'secondary', size, block }: ButtonLook, className?: string): string =>
  ['button', variant, size === 'small' && 'small', block && 'block', className].filter(Boolean).join(' ')

export function Button(props: ButtonLook & { busyLabel?: string } & ComponentProps<'button'>) {
  const { variant, size, block, icon, busyLabel, className, children, ...rest } = props
  return (
    <button type="submit" data-busy-label={busyLabel} className={look({ variant, size, block }, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  )
}

export function LinkButton(props: ButtonLook & { href: string; dialog?: boolean } & ComponentProps<'a'>) {
  const { variant, size, block, icon, dialog, className, children, ...rest } = props
  return (
    <a className={look({ variant, size, block }, className)} data-dialog={dialog ? '' : undefined} {...rest}>
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </a>
  )
}

/** The last row of a form; with `back` beside the way out. */
export const FormEnd = ({ back, ...button }: ComponentProps<typeof Button> & { back?: string }) => (
  <div className="row end">
    {back && <LinkButton href={back}>Cancel</LinkButton>}
    <Button {...button} />
  </div>
)
