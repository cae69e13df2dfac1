// Administrators' lists: keys move through the rows, and what a row opens stands beside them where there is room.
import './js/beside.js'
import './js/keys.js'
