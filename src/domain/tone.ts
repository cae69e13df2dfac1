/** A badge's colour never stands for a meaning that its words lack. */
export type Tone = 'grey' | 'yellow' | 'blue' | 'orange' | 'amber' | 'green' | 'purple' | 'red'
