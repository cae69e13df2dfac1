import 'react'

/** MJML's validator checks the attributes when the e-mails are compiled. */
type Tag = { children?: React.ReactNode; [attribute: string]: unknown }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      mjml: Tag
      'mj-all': Tag
      'mj-attributes': Tag
      'mj-body': Tag
      'mj-button': Tag
      'mj-column': Tag
      'mj-head': Tag
      'mj-preview': Tag
      'mj-raw': Tag
      'mj-section': Tag
      'mj-style': Tag
      'mj-table': Tag
      'mj-text': Tag
      'mj-title': Tag
      'mj-wrapper': Tag
    }
  }
}
