#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/paginate-audit/part0.go b/src/paginate-audit/part0.go
--- a/src/paginate-audit/part0.go
+++ b/src/paginate-audit/part0.go
@@ -1,4 +1,17 @@
 context
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/paginate-audit/part1.go b/src/paginate-audit/part1.go
--- a/src/paginate-audit/part1.go
+++ b/src/paginate-audit/part1.go
@@ -1,5 +1,21 @@
 context
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/paginate-audit/part2.go b/src/paginate-audit/part2.go
--- a/src/paginate-audit/part2.go
+++ b/src/paginate-audit/part2.go
@@ -1,6 +1,8 @@
 context
-old
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/paginate-audit/part3.go b/src/paginate-audit/part3.go
--- a/src/paginate-audit/part3.go
+++ b/src/paginate-audit/part3.go
@@ -1,1 +1,12 @@
 context
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/paginate-audit/part4.go b/src/paginate-audit/part4.go
--- a/src/paginate-audit/part4.go
+++ b/src/paginate-audit/part4.go
@@ -1,2 +1,16 @@
 context
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
