/** The page is being left; for five seconds, as browsers tell of it also before a download or a telephone number. */
export let leaving

export const leave = () => {
  leaving = true
  setTimeout(() => (leaving = false), 5000)
}
addEventListener('beforeunload', leave)
