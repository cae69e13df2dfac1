type Attributes = Record<string, unknown>

export function element(tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement(tag), attributes)
  made.append(...children)
  return made
}

type Question = { title: string; text: string; yes: string }

export function askFirst({ title, text, yes }: Question, act: () => unknown, from?: HTMLElement): void {
  const box = document.getElementById('confirm') as HTMLDialogElement
  const part = (selector: string) => box.querySelector<HTMLElement>(selector)!
  part('h2').textContent = title
  part('p').textContent = text
  part('label').hidden = true
  Object.assign(part('[value=yes]'), { textContent: yes, className: 'button danger' })
  box.returnValue = ''
  box.onclose = () => (box.returnValue ? act() : from?.focus())
  box.showModal()
}

export function tellByToast(title: string, text: string, kind?: 'destructive'): void {
  document.dispatchEvent(new CustomEvent('toast', { detail: { title, text, kind } }))
}
