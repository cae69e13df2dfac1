// What administrators' lists and what may be copied need besides.

import './js/copy.js'
import './js/showing.js'
