# Areas, their intervals and the paired test by pROC 1.18.0, of files with numbers between spaces:
#   Rscript benchmarks/peers/delong.R FIRST_POSITIVES FIRST_NEGATIVES SECOND_POSITIVES SECOND_NEGATIVES
suppressMessages(library(pROC))
sides <- lapply(commandArgs(trailingOnly = TRUE), scan, quiet = TRUE)
truth <- c(rep(1, length(sides[[1]])), rep(0, length(sides[[2]])))
first <- roc(truth, c(sides[[1]], sides[[2]]), direction = "<", levels = c(0, 1))
second <- roc(truth, c(sides[[3]], sides[[4]]), direction = "<", levels = c(0, 1))
for (curve in list(first, second)) {
  cat(sprintf("%.17g", c(curve$auc, var(curve), ci.auc(curve)[c(1, 3)])), "\n")
}
cat(sprintf("%.17g", roc.test(first, second, method = "delong", paired = TRUE)$p.value), "\n")
